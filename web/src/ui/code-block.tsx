import { useTranslation } from 'react-i18next';
import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** A piece of code to take along. */
export function CodeBlock({ code }: { code: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach that. */}
      <pre className={classes.code} tabIndex={0}>
        {code}
      </pre>
      <div className={classes.copy}>
        <CopyButton value={code} label={t('ui.copyCode')} />
      </div>
    </div>
  );
}
