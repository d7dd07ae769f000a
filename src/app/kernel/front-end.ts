import type {Edited} from '../../lib/external-editor.ts';
import type {ProgramToRun} from '../../lib/run-programs.ts';
import type {FileRead} from '../../lib/read-file.ts';
import type {SegmentRenderer} from '../../messages/text.ts';

/** `auto` selects dark or light by the background of the terminal: its answer to a query, or else COLORFGBG. */
export const themeNames = ['auto', 'dark', 'light', 'high-contrast', 'colour-blind', 'plain'] as const;
export type ThemeName = (typeof themeNames)[number];

export type FrontEnd = {
	/** Renders the segments of a message, such as the keys of the session. */
	segments: SegmentRenderer;
	/** Local paths that begin with `start`; folders end in a slash. */
	paths: (start: string) => Promise<readonly string[]>;
	readFile: (path: string, maxBytes: number) => Promise<FileRead>;
	/**
	Decodes a picture to at most `side` pixels each way; undefined if the picture or this terminal does not allow it.
	*/
	picture: (bytes: Uint8Array, side: number) => Promise<Pixels | undefined>;
	/** Changes the colors until the TUI ends. */
	theme: (name: ThemeName) => void;
	quit: () => void;
	/** Ends this session and opens one on another profile. */
	switchProfile: (name: string) => void;
	redraw: () => void;
	suspend: () => void;
	/** Rings the bell. With a text, also requests a desktop notification, which not every terminal supports. */
	bell: (notification?: string) => void;
	/** Sends a text to the terminal's clipboard. The terminal does not report whether it took it. */
	copy: (text: string) => void;
	/** Shows a text outside the TUI until Enter is pressed. */
	showPlainly: (text: string) => Promise<void>;
	/**
	Runs programs one after another, in the foreground with the terminal, until one fails. Resolves to the problem, if
	any.
	*/
	runPrograms: (programs: readonly ProgramToRun[], how: {background: boolean}) => Promise<string | undefined>;
	/** Opens an editor on this text, and restores the TUI afterwards. */
	edit: (text: string) => Promise<Edited>;
};

/** A picture as rows of colors: `#rrggbb`, or undefined where it is transparent. */
export type Pixels = {
	columns: number;
	rows: number;
	colors: readonly (readonly (string | undefined)[])[];
};
