import { Button, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tokensQuery } from '../data/tokens.ts';
import { Notice } from '../ui/notice.tsx';
import { Problem } from '../ui/problem.tsx';
import { Section } from '../ui/section.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { TokenList } from './token-list.tsx';

/** Personal access tokens: keys with which programs act as their user. */
export function Component() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(tokensQuery);
  const [open, dialog] = useDisclosure(false);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
      {t('settings.tokens.create')}
    </Button>
  );
  return (
    <Section title={t('settings.tokens.title')} aside={data && data.items.length > 0 && create}>
      <Text c="dimmed" mb="md" maw="44rem">
        {t('settings.tokens.intro')}
      </Text>
      {data?.items.length === 0 && <Notice action={create}>{t('settings.tokens.none')}</Notice>}
      {data && data.items.length > 0 && <TokenList tokens={data.items} />}
      {!data && error && <Problem error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {open && <NewTokenDialog onClose={dialog.close} />}
    </Section>
  );
}
