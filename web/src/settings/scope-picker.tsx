import { SCOPES } from '@cairn/contract';
import { Checkbox, Fieldset } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../data/types.ts';
import classes from './scope-picker.module.css';
import { type ScopeObject, scopeOf } from './scope-words.ts';

/** Rights of a token, by what they are about. */
export function ScopePicker({ chosen, onChange }: { chosen: Scope[]; onChange: (scopes: Scope[]) => void }) {
  const { t } = useTranslation();
  const toggle = (scope: Scope, on: boolean) =>
    onChange(on ? [...chosen, scope] : chosen.filter((other) => other !== scope));
  return (
    <div className={classes.groups}>
      {(Object.keys(SCOPES) as ScopeObject[]).map((object) => (
        <Fieldset key={object} legend={t(`settings.tokens.objects.${object}`)} className={classes.group}>
          {SCOPES[object].map((action) => {
            const scope = scopeOf(object, action);
            return (
              <Checkbox
                key={scope}
                size="sm"
                label={t(`settings.tokens.actions.${action}`)}
                checked={chosen.includes(scope)}
                onChange={(event) => toggle(scope, event.currentTarget.checked)}
              />
            );
          })}
        </Fieldset>
      ))}
    </div>
  );
}
