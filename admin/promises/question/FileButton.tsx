import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useFileInput } from '../../parts/hooks/use-file-input.tsx';
import { QUESTION } from '../../texts/promises/question.ts';

/** 質問の一覧を取込: chooses the file of a question. */
export const FileButton = ({ busy, onChoose }: { busy: boolean; onChoose(file: File): void }) => {
  const { input, open } = useFileInput({ label: QUESTION.file, onChoose });
  return (
    <>
      {input}
      <Button variant="outlined" startIcon={<UploadFile />} loading={busy} loadingPosition="start" onClick={open} title={QUESTION.fileHint}>
        {QUESTION.file}
      </Button>
    </>
  );
};
