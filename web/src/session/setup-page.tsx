import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiFailure } from '../data/client.ts';
import { useSetup } from '../data/session.ts';
import { fieldError } from '../ui/field-errors.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { useProblemWords } from '../ui/problem.tsx';
import { ToRecords } from '../ui/to-records.tsx';
import { Doorway } from './doorway.tsx';

const EMPTY = { username: '', displayname: '', email: '', password: '' };

/** Makes the first administrator, with the one-time link that the service prints when it starts. */
export function Component() {
  const { t } = useTranslation();
  const words = useProblemWords();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const setup = useSetup();
  const [form, setForm] = useState(EMPTY);
  const token = params.get('token') ?? '';
  const used = setup.error instanceof ApiFailure && setup.error.status === 403;

  if (token === '' || used) {
    return (
      <Doorway title={t('session.setup.noLink.title')}>
        <Stack gap="md">
          <Text role={used ? 'alert' : undefined}>{t('session.setup.noLink.text')}</Text>
          <ToRecords />
        </Stack>
      </Doorway>
    );
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { email, ...rest } = form;
    const body = {
      ...rest,
      username: form.username.trim(),
      token,
      ...(email.trim() === '' ? {} : { email: email.trim() }),
    };
    setup.mutate(body, { onSuccess: () => void navigate('/records', { replace: true }) });
  };
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: form[name],
    error: fieldError(setup.error, name),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setForm((known) => ({ ...known, [name]: value }));
    },
  });
  const atField = Object.keys(EMPTY).some((name) => fieldError(setup.error, name) !== undefined);

  return (
    <Doorway title={t('session.setup.title')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text c="dimmed">{t('session.setup.intro')}</Text>
          <FormProblem text={setup.error && !atField ? words(setup.error).text : undefined} />
          <TextInput
            label={t('session.displayname')}
            description={t('session.setup.displaynameHint')}
            autoComplete="name"
            autoFocus
            required
            withAsterisk={false}
            {...field('displayname')}
          />
          <TextInput
            label={t('session.username')}
            description={t('session.setup.usernameHint')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            withAsterisk={false}
            {...field('username')}
          />
          <TextInput type="email" label={t('session.emailOptional')} autoComplete="email" {...field('email')} />
          <PasswordInput
            label={t('session.password')}
            description={t('session.setup.passwordHint')}
            autoComplete="new-password"
            minLength={8}
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
            {...field('password')}
          />
          <Button type="submit" fullWidth loading={setup.isPending}>
            {t('session.setup.submit')}
          </Button>
        </Stack>
      </form>
    </Doorway>
  );
}
