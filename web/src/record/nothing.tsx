import { Button, Tabs, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pageAddress } from '../data/address.ts';
import { type ListSearch, writeSearch } from '../kinds/search-address.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Notice } from '../ui/notice.tsx';

/** No record fits the conditions. */
export function NothingFound({ search }: { search: ListSearch }) {
  const { t } = useTranslation();
  const alone =
    search.query !== '' && writeSearch({ query: search.query }) !== writeSearch({ ...search, page: 1, sort: '' });
  return (
    <Notice
      title={t('record.nothingFound.title')}
      action={
        <Button
          component={Link}
          to={alone ? `/records${writeSearch({ query: search.query })}` : '/records'}
          variant="default"
        >
          {t(alone ? 'record.nothingFound.queryAlone' : 'record.nothingFound.all')}
        </Button>
      }
    >
      {t('record.nothingFound.text')}
    </Notice>
  );
}

/** The instance has no record for this user yet: how the first one is made. */
export function NothingYet() {
  const { t } = useTranslation();
  const host = pageAddress('/').replace(/\/$/, '');
  const python = [
    '# pip install kadi-apy',
    'from kadi_apy import KadiManager',
    '',
    `manager = KadiManager(host="${host}", token="<token>")`,
    'record = manager.record(identifier="first-record", title="First record", create=True)',
    'temperature = {"key": "temperature", "type": "float", "value": 21.5, "unit": "°C"}',
    'record.add_metadatum(temperature)',
    'record.upload_file("measurement.csv")',
  ].join('\n');
  const curl = [
    `curl ${host}/api/v1/records \\`,
    '  -H "Authorization: Bearer <token>" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"identifier": "first-record", "title": "First record",`,
    `       "extras": [{"key": "temperature", "type": "float", "value": 21.5, "unit": "°C"}]}'`,
  ].join('\n');
  return (
    <Notice
      title={t('record.nothingYet.title')}
      action={
        <Button component={Link} to="/settings/tokens">
          {t('record.nothingYet.token')}
        </Button>
      }
    >
      <Text mb="md">{t('record.nothingYet.text')}</Text>
      <Tabs defaultValue="python">
        <Tabs.List mb="sm">
          <Tabs.Tab value="python">Python</Tabs.Tab>
          <Tabs.Tab value="curl">curl</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="python">
          <CodeBlock code={python} />
        </Tabs.Panel>
        <Tabs.Panel value="curl">
          <CodeBlock code={curl} />
        </Tabs.Panel>
      </Tabs>
    </Notice>
  );
}
