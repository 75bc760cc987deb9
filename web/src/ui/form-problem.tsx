import { Text } from '@mantine/core';

/** Why a form was not taken, when no single field is to blame. Said aloud when it appears. */
export function FormProblem({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <Text role="alert" size="sm" c="var(--mantine-color-error)">
      {text}
    </Text>
  );
}
