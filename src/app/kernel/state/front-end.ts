import type {Edited} from '../../../lib/process/external-editor.ts';
import type {ProgramToRun} from '../../../lib/process/run-programs.ts';
import type {FileRead} from '../../../lib/files/read-file.ts';
import type {SegmentRenderer} from '../../../messages/text.ts';

export type FrontEnd = {
	/** Renders the segments of a message, such as the keys of the session. */
	segments: SegmentRenderer;
	/** Local paths that begin with `start`; folders end in a slash. */
	paths: (start: string) => Promise<readonly string[]>;
	readFile: (path: string, maxBytes: number) => Promise<FileRead>;
	/** Changes the colors until the TUI ends. */
	theme: (name: string) => void;
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
	/** Opens an editor on this text, and restores the TUI afterward. */
	edit: (text: string) => Promise<Edited>;
};
