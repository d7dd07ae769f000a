import type {Edited} from '../../lib/external-editor.ts';
import type {FileRead} from '../../lib/read-file.ts';
import type {SegmentRenderer} from '../../messages/text.ts';

/** `auto` takes dark or light, by the ground of the terminal: what it answers when asked, else COLORFGBG. */
export const themeNames = ['auto', 'dark', 'light', 'high-contrast', 'colour-blind', 'plain'] as const;
export type ThemeName = (typeof themeNames)[number];

export type FrontEnd = {
	/** What it puts in place of the segments of a message: the keys of the session, where it is not set. */
	segments: SegmentRenderer;
	/** Paths of this machine that begin so, folders with a slash after them. */
	paths: (start: string) => Promise<readonly string[]>;
	readFile: (path: string, maxBytes: number) => Promise<FileRead>;
	/** A picture of at most `side` pixels each way; undefined where it or this terminal cannot be drawn. */
	picture: (bytes: Uint8Array, side: number) => Promise<Pixels | undefined>;
	/** Changes the colours until the TUI ends. */
	theme: (name: ThemeName) => void;
	quit: () => void;
	redraw: () => void;
	suspend: () => void;
	/** Rings; with a text, the terminal is also asked to show it outside of itself, which not every terminal does. */
	bell: (notification?: string) => void;
	/** Hands a text to the terminal's clipboard. Nobody says whether the terminal took it. */
	copy: (text: string) => void;
	/** Shows a text without the TUI around it until Enter is pressed. */
	showPlainly: (text: string) => Promise<void>;
	/** Gives the terminal to an editor with this text, and takes it back. */
	edit: (text: string) => Promise<Edited>;
};

/** A picture in colours (`#rrggbb`, undefined where nothing is), row by row. */
export type Pixels = {
	columns: number;
	rows: number;
	colours: readonly (readonly (string | undefined)[])[];
};
