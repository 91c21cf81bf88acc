import { useEffect, useState } from 'react';
import { type CopiedWeek, copiedWeek, type WeekUnits } from './units.ts';

/** A week to be taken over by the next one that is shown: its cells become edits there, and what they replace is told. */
export function useCopiedWeek(shown: WeekUnits | undefined, onEdits: (edits: Record<string, string>) => void) {
  const [source, setSource] = useState<WeekUnits>();
  const [copied, setCopied] = useState<CopiedWeek & { sunday: string }>();
  useEffect(() => {
    if (!source || !shown || shown.sunday === source.sunday) return;
    const next = copiedWeek(source, shown);
    setSource(undefined);
    setCopied({ ...next, sunday: shown.sunday });
    onEdits(next.edits);
  });
  return {
    copied: copied?.sunday === shown?.sunday ? copied : undefined,
    copy: () => setSource(shown),
    forget: () => setCopied(undefined),
  };
}
