import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { type ChangeEvent, useRef } from 'react';
import { IMPORT_ENDINGS } from '../../../server/domain/files/inbox.ts';
import { QUESTION } from '../../texts/promises/question.ts';

/** 質問の一覧を取込: chooses the file of a question. */
export const FileButton = ({ busy, onChoose }: { busy: boolean; onChoose(file: File): void }) => {
  const input = useRef<HTMLInputElement>(null);
  const pick = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after it was mended.
    event.target.value = '';
    if (file) onChoose(file);
  };
  return (
    <>
      <input ref={input} type="file" hidden accept={IMPORT_ENDINGS.join(',')} onChange={pick} aria-label={QUESTION.file} />
      <Button
        variant="outlined"
        startIcon={<UploadFile />}
        loading={busy}
        loadingPosition="start"
        onClick={() => input.current?.click()}
        title={QUESTION.fileHint}
      >
        {QUESTION.file}
      </Button>
    </>
  );
};
