import { Group, Pagination } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

type Props = { page: number; pages: number; address: (page: number) => string };

/** The way through the pages of a list, as links: they can be opened beside each other. */
export function Pager({ page, pages, address }: Props) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  const to = (target: number) => ({ component: Link, to: address(Math.min(Math.max(target, 1), pages)) });
  return (
    <nav aria-label={t('ui.pager.label')}>
      <Pagination.Root
        value={page}
        total={pages}
        siblings={1}
        getItemProps={(target) => ({
          ...to(target),
          'aria-label': t('ui.pager.page', { page: target }),
        })}
      >
        <Group gap={4} mt="md" justify="center">
          <Pagination.Previous {...to(page - 1)} aria-label={t('ui.pager.previous')} />
          <Pagination.Items />
          <Pagination.Next {...to(page + 1)} aria-label={t('ui.pager.next')} />
        </Group>
      </Pagination.Root>
    </nav>
  );
}
