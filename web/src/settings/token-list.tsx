import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRemoveToken } from '../data/tokens.ts';
import type { Token } from '../data/types.ts';
import { Ago } from '../ui/ago.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormProblem } from '../ui/form-problem.tsx';
import { formatDay } from '../ui/format.ts';
import { useLocale } from '../ui/locale.ts';
import { useProblemWords } from '../ui/problem.tsx';
import { groupScopes } from './scope-words.ts';
import classes from './token-list.module.css';

/** Tokens with what they may do, how long, and when they were last used. */
export function TokenList({ tokens }: { tokens: Token[] }) {
  const { t } = useTranslation();
  const [removing, setRemoving] = useState<Token | null>(null);
  return (
    <>
      <ul className={classes.list}>
        {tokens.map((token) => (
          <li key={token.id} className={classes.token}>
            <TokenFacts token={token} />
            <Button
              variant="default"
              size="xs"
              onClick={() => setRemoving(token)}
              aria-label={t('settings.tokens.removeNamed', { name: token.name })}
            >
              {t('settings.tokens.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {removing && <RemoveDialog token={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function TokenFacts({ token }: { token: Token }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <div className={classes.facts}>
      <Group gap="xs">
        <Text fw={600} dir="auto">
          {token.name}
        </Text>
        {token.is_expired && (
          <Badge variant="outline" color="red" tt="none">
            {t('settings.tokens.expired')}
          </Badge>
        )}
      </Group>
      <Text size="sm">
        {token.scopes.length === 0
          ? t('settings.tokens.fullAccess')
          : groupScopes(token.scopes)
              .map(({ object, actions }) => {
                const words = actions.map((action) => t(`settings.tokens.actions.${action}`));
                return `${t(`settings.tokens.objects.${object}`)}: ${words.join(', ')}`;
              })
              .join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('settings.tokens.created')} <Ago at={token.created_at} />
        {' · '}
        {token.last_used ? (
          <>
            {t('settings.tokens.lastUsed')} <Ago at={token.last_used} />
          </>
        ) : (
          t('settings.tokens.neverUsed')
        )}
        {' · '}
        {token.expires_at
          ? t(token.is_expired ? 'settings.tokens.expiredOn' : 'settings.tokens.expiresOn', {
              day: formatDay(token.expires_at, locale),
            })
          : t('settings.tokens.neverExpires')}
      </Text>
    </div>
  );
}

/** Removing cannot be undone, so it asks, and names what stops working. */
function RemoveDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation();
  const words = useProblemWords();
  const remove = useRemoveToken();
  return (
    <Dialog title={t('settings.tokens.removeTitle', { name: token.name })} onClose={onClose}>
      <Stack gap="md">
        <Text>{t('settings.tokens.removeText')}</Text>
        <FormProblem text={remove.error ? words(remove.error).text : undefined} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('ui.cancel')}
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate(token.id, { onSuccess: onClose })}
          >
            {t('settings.tokens.remove')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
