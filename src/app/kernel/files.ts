import {withoutSecrets} from '../../lib/secret-patterns.ts';
import {exportCommandMessages} from '../../messages/export-commands.ts';

/** The path of the written file, or a sentence on why nothing was written. */
export type Saved = {path: string} | {problem: string};

/** A file that grows. Additions reach the disk a moment later, in order. Nothing here throws. */
export type Recording = {
	path: string;
	add: (text: string) => void;
	/** Resolves when everything that could be written is written. */
	close: () => Promise<void>;
};

/** Writes the transcript, while one is being recorded. */
export type Recorder = {
	begin: (recording: Recording, at: number) => void;
	/** Returns the file that was being written; nothing more is added to it. */
	end: () => Recording | undefined;
};

/** The user's own files besides the journal, readable only by the user (0600). Nothing here throws. */
export type Files = {
	/** Returns the text without anything that looks like a secret, and without the credentials of this session. */
	hide: (text: string) => string;
	/**
	Writes a new file. An existing file is left alone, and the name gets a number. The file appears only when it is
	complete. Returns undefined if it is no longer wanted by then; nothing is left of it.
	*/
	save: (name: string, texts: AsyncIterable<string>, isWanted: () => boolean) => Promise<Saved | undefined>;
	/** Replaces the file of the previous copy with this text. */
	keepCopy: (text: string) => Promise<Saved>;
	/**
	Creates a new file as `save` does. `onProblem` is called with the reason when it cannot be written, and with undefined
	when it can again.
	*/
	record: (
		name: string,
		onProblem: (problem: string | undefined) => void,
	) => Promise<Recording | {problem: string}>;
	/** Records that the welcome was dismissed. */
	dismissWelcome: () => void;
	/** The folder for names without one, as displayed. */
	folder: string;
};

const problem = exportCommandMessages.keepsNoFiles;

/** Writes nothing. */
export const noFiles: Files = {
	hide: withoutSecrets,
	save: async () => ({problem}),
	keepCopy: async () => ({problem}),
	record: async () => ({problem}),
	dismissWelcome: () => {},
	folder: '',
};
