import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Edit, FunctionField, useRecordContext } from 'react-admin';
import { takenInWords } from '../../../server/domain/files/change-words.ts';
import { importKind } from '../../../server/domain/files/imports.ts';
import { epochMs, fileStamp } from '../../../server/domain/ground/plant-time.ts';
import { Section } from '../../forms/Section.tsx';
import { LeftOutButton } from '../../imports/buttons.tsx';
import { PageActions } from '../../layout/PageActions.tsx';
import { BackButton } from '../../parts/BackButton.tsx';
import { saveText } from '../../parts/download.ts';
import { Facts, FieldText } from '../../parts/Facts.tsx';
import { IMPORT_HISTORY as WORDS } from '../../texts/master.ts';
import { ChangesLink } from './ChangesLink.tsx';
import { UndoButton } from './UndoButton.tsx';
import { actorName, outcome } from './words.ts';

const COUNTS = ['new_count', 'changed_count', 'unchanged_count', 'deleted_count', 'warning_count', 'left_out_count'];

const Outcome = () => (
  <Facts>
    <FieldText source="at" />
    <FunctionField source="actor" render={actorName} />
    <FunctionField source="kind" render={(row) => importKind(row.kind)?.label} />
    <FieldText source="file_name" />
    <FunctionField source="refused" render={outcome} />
    <FunctionField source="row_count" render={(row) => takenInWords(importKind(row.kind), row, importKind(row.kind)?.label)} />
    {COUNTS.map((source) => (
      <FieldText key={source} source={source} />
    ))}
  </Facts>
);

/** What was said of the import, to read and to save. */
const Messages = () => {
  const row = useRecordContext();
  // A row that the list has shown stands in until its own answer comes, without the sentences.
  if (!row?.errors) return null;
  const said: string[] = [...row.errors, ...row.warnings];
  if (said.length === 0) return <Box sx={{ typography: 'body2' }}>{WORDS.nothing}</Box>;
  return (
    <>
      <Box
        component="ul"
        aria-label={WORDS.messages}
        sx={{ m: 0, pl: 2.5, typography: 'body2', maxHeight: 480, overflow: 'auto' }}
        tabIndex={0}
      >
        {said.map((text, index) => {
          const key = `${index} ${text}`;
          return <li key={key}>{text}</li>;
        })}
      </Box>
      <Button
        sx={{ mt: 1 }}
        onClick={() => saveText(WORDS.messageFile(importKind(row.kind)?.label ?? '', fileStamp(epochMs(row.at))), said)}
      >
        {WORDS.saveMessages}
      </Button>
    </>
  );
};

const Actions = () => {
  const row = useRecordContext();
  return (
    <PageActions>
      {row && row.left_out_count > 0 ? <LeftOutButton id={Number(row.id)} /> : null}
      <ChangesLink />
      <UndoButton />
    </PageActions>
  );
};

/** One import: its outcome, its messages, and the rows it left out. */
const ImportHistoryDetail = () => (
  <Edit component="div" actions={<BackButton list="/import-history" />}>
    <Actions />
    <Section title={WORDS.outcome}>
      <Outcome />
    </Section>
    <Section title={WORDS.messages}>
      <Messages />
    </Section>
  </Edit>
);

export default ImportHistoryDetail;
