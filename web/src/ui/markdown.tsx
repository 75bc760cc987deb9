import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { headingsFrom } from './headings.ts';
import classes from './markdown.module.css';

const isHere = (address: string) => new URL(address, document.baseURI).origin === window.location.origin;

/** Images of other sites are not fetched (it would tell them who reads what), but named with a way to them. */
function Picture({ src, alt }: { src?: string | Blob | undefined; alt?: string | undefined }) {
  const { t } = useTranslation();
  if (typeof src !== 'string' || src === '') return alt;
  if (isHere(src)) return <img src={src} alt={alt ?? ''} loading="lazy" />;
  return <Away href={src}>{t('ui.externalImage', { name: alt || src })}</Away>;
}

function Away({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  if (!href) return <>{children}</>;
  return isHere(href) ? (
    <a href={href}>{children}</a>
  ) : (
    <a href={href} rel="noopener noreferrer nofollow" target="_blank">
      {children}
    </a>
  );
}

function Done({ checked = false }: { checked?: boolean | undefined }) {
  const { t } = useTranslation();
  return <input type="checkbox" checked={checked} disabled aria-label={t(checked ? 'ui.done' : 'ui.open')} />;
}

const components: Components = {
  input: ({ checked }) => <Done checked={checked} />,
  a: ({ href, children }) => <Away href={href}>{children}</Away>,
  img: ({ src, alt }) => <Picture src={src} alt={alt} />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, and the keyboard must reach that.
    <div className={classes.scroll} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach that.
    <pre tabIndex={0}>{children}</pre>
  ),
};

// The page has its h1 and the section around the text its h2.
const plugins = [rehypeSanitize, [headingsFrom, 3]] satisfies Options['rehypePlugins'];

/** Text in Markdown (with tables and task lists). HTML in it stays text; addresses that could run code are dropped. */
export default function Markdown({ text }: { text: string }) {
  return (
    <div className={classes.text} dir="auto">
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={plugins} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
