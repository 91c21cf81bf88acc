import Paper from '@mui/material/Paper';
import { type DragEvent, type ReactNode, useState } from 'react';
import type { OperationId } from '../../server/contract/handlers.ts';
import type { ImportKind } from '../../server/domain/files/imports.ts';
import { useMay } from '../providers/roles.ts';

interface PanelFrameProps {
  kind: ImportKind;
  titleId: string;
  /** Takes the whole width, before the other panels. */
  wide: boolean;
  onDrop(file: File): void;
  children: ReactNode;
}

/** The frame of an import panel, onto which a file may be dropped. */
export const PanelFrame = ({ kind, titleId, wide, onDrop, children }: PanelFrameProps) => {
  const may = useMay(kind.operation as OperationId);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (may && dropped) onDrop(dropped);
  };
  return (
    <Paper
      component="section"
      aria-labelledby={titleId}
      variant="outlined"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(may);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      sx={{
        p: 1.5,
        minWidth: 0,
        displayPrint: 'none',
        ...(wide ? { gridColumn: '1 / -1', order: -1 } : {}),
        ...(over ? { outline: 2, outlineColor: 'primary.main', outlineStyle: 'dashed' } : {}),
      }}
    >
      {children}
    </Paper>
  );
};
