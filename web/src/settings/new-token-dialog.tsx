import { Alert, Button, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateToken } from '../data/tokens.ts';
import type { Scope } from '../data/types.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { fieldError } from '../ui/field-errors.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { useProblemWords } from '../ui/problem.tsx';
import { expiryOf, LIVES, type Life } from './expiry.ts';
import classes from './new-token-dialog.module.css';
import { ScopePicker } from './scope-picker.tsx';

/** Asks what the token is for, makes it, and shows it this one time. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const create = useCreateToken();
  const made = create.data;
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={made ? t('settings.tokens.made.title') : t('settings.tokens.create')}
      // A stray click beside the dialog must not lose a secret that is shown once.
      closeOnClickOutside={!made}
    >
      {made ? <MadeToken token={made.token} onClose={onClose} /> : <TokenForm create={create} onClose={onClose} />}
    </Dialog>
  );
}

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Alert variant="light" role="status">
        {t('settings.tokens.made.text')}
      </Alert>
      <div className={classes.secret}>
        <code data-token>{token}</code>
        <CopyButton value={token} label={t('settings.tokens.made.copy')} />
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('settings.tokens.made.done')}
        </Button>
      </Group>
    </Stack>
  );
}

type FormProps = { create: ReturnType<typeof useCreateToken>; onClose: () => void };

function TokenForm({ create, onClose }: FormProps) {
  const { t } = useTranslation();
  const words = useProblemWords();
  const [name, setName] = useState('');
  const [life, setLife] = useState<Life>('quarter');
  const [access, setAccess] = useState<'full' | 'chosen'>('full');
  const [scopes, setScopes] = useState<Scope[]>([]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({
      name: name.trim(),
      scopes: access === 'full' ? [] : scopes,
      expires_at: expiryOf(life, new Date()),
    });
  };
  const atField = fieldError(create.error, 'name');

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={t('settings.tokens.form.name')}
          description={t('settings.tokens.form.nameHint')}
          name="name"
          maxLength={150}
          required
          withAsterisk={false}
          data-autofocus
          value={name}
          error={atField}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('settings.tokens.form.life')}
          value={life}
          data={Object.keys(LIVES).map((value) => ({ value, label: t(`settings.tokens.lives.${value as Life}`) }))}
          onChange={(event) => setLife(event.currentTarget.value as Life)}
        />
        <Radio.Group
          label={t('settings.tokens.form.access')}
          value={access}
          onChange={(value) => setAccess(value === 'chosen' ? 'chosen' : 'full')}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="full"
              label={t('settings.tokens.form.full')}
              description={t('settings.tokens.form.fullHint')}
            />
            <Radio
              value="chosen"
              label={t('settings.tokens.form.chosen')}
              description={t('settings.tokens.form.chosenHint')}
            />
          </Stack>
        </Radio.Group>
        {access === 'chosen' && <ScopePicker chosen={scopes} onChange={setScopes} />}
        <FormProblem text={create.error && !atField ? words(create.error).text : undefined} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          {/* Without any scope a token can do everything: the opposite of what an empty choice means. */}
          <Button type="submit" loading={create.isPending} disabled={access === 'chosen' && scopes.length === 0}>
            {t('settings.tokens.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
