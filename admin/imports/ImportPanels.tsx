import type { ImportKindName } from '../../server/domain/imports.ts';

export const ImportPanels = (_: { kinds: readonly ImportKindName[]; overlay?: boolean }) => null;
