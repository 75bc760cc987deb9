import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUser } from '../data/session.ts';
import { Ago } from '../ui/ago.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Section } from '../ui/section.tsx';

/** What is known about oneself. */
export function Component() {
  const { t } = useTranslation();
  const user = useUser();
  const { username, email } = user.identity;
  return (
    <Section title={t('settings.profile.title')}>
      <Text c="dimmed" mb="md">
        {t('settings.profile.intro')}
      </Text>
      <Facts>
        <Fact name={t('session.displayname')}>{user.displayname}</Fact>
        <Fact name={t('session.username')}>{username}</Fact>
        {email && <Fact name={t('session.email')}>{email}</Fact>}
        {user.orcid && (
          <Fact name="ORCID">
            <a href={`https://orcid.org/${user.orcid}`} rel="noopener noreferrer" target="_blank">
              {user.orcid}
            </a>
          </Fact>
        )}
        {user.is_sysadmin && <Fact name={t('settings.profile.rights')}>{t('settings.profile.sysadmin')}</Fact>}
        {user.created_at && (
          <Fact name={t('settings.profile.since')}>
            <Ago at={user.created_at} />
          </Fact>
        )}
      </Facts>
    </Section>
  );
}
