import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../data/client.ts';
import { useLogIn } from '../data/session.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { useProblemWords } from '../ui/problem.tsx';
import { Doorway } from './doorway.tsx';

/** Asks who is there. It stands at the address that was asked for, so logging in leads straight there. */
export default function LogInPage({ withoutAdministrator }: { withoutAdministrator: boolean }) {
  const { t } = useTranslation();
  const words = useProblemWords();
  const logIn = useLogIn();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    logIn.mutate({ username: username.trim(), password });
  };
  const refused = logIn.error instanceof ApiFailure && (logIn.error.status === 401 || logIn.error.status === 400);

  const problem = refused ? t('session.logIn.refused') : logIn.error ? words(logIn.error).text : undefined;

  return (
    <Doorway title={t('session.logIn.title')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {withoutAdministrator && (
            <Alert variant="light" title={t('session.logIn.noAdministrator.title')}>
              {t('session.logIn.noAdministrator.text')}
            </Alert>
          )}
          <FormProblem text={problem} />
          <TextInput
            label={t('session.username')}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
            withAsterisk={false}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <PasswordInput
            label={t('session.password')}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth loading={logIn.isPending}>
            {t('session.logIn.submit')}
          </Button>
        </Stack>
      </form>
    </Doorway>
  );
}
