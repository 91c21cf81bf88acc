import Box from '@mui/material/Box';
import { type ColorName, tint } from '../../../layout/palette.ts';

/** A key of a colour, 11 pixels. */
export const Swatch = ({ colors: [ground, edge] }: { colors: readonly [ground: ColorName, edge: ColorName] }) => (
  <Box
    component="span"
    aria-hidden
    sx={{ width: 11, height: 11, flexShrink: 0, borderRadius: '2px', bgcolor: tint(ground), border: `1px solid ${tint(edge)}` }}
  />
);
