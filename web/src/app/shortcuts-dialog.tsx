import { Kbd, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/dialog.tsx';

/** What the keys do. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const rows = [
    { keys: '/', does: t('app.shortcuts.search') },
    { keys: 'j', does: t('app.shortcuts.next') },
    { keys: 'k', does: t('app.shortcuts.previous') },
    { keys: '?', does: t('app.shortcuts.help') },
  ];
  return (
    <Dialog title={t('app.shortcuts.title')} onClose={onClose}>
      <Table>
        <Table.Tbody>
          {rows.map(({ keys, does }) => (
            <Table.Tr key={keys}>
              <Table.Td w={64}>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
