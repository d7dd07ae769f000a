import type {PtyTui} from '../pty/pty-tui.ts';

/** The program in a terminal, as much of it as pictures need. */
export type Tui = Pick<PtyTui, 'emulator' | 'screen' | 'sees' | 'shows' | 'until' | 'write'>;
