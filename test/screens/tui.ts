import type {PtyTui} from '../pty/pty-tui.ts';

/** The part of a terminal session that pictures need. */
export type Tui = Pick<PtyTui, 'emulator' | 'screen' | 'sees' | 'shows' | 'until' | 'write'>;
