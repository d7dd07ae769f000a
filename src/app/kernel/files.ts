import {withoutSecrets} from '../../lib/secrets.ts';
import {exportMessages} from '../../messages/export.ts';

/** Where something was written, or why it was not, as a sentence. */
export type Saved = {path: string} | {problem: string};

/** A file that grows. What is added is on the disk a moment later, in its order; nothing here throws. */
export type Recording = {
	path: string;
	add: (text: string) => void;
	/** Fulfilled when all that could be written is. */
	close: () => Promise<void>;
};

/** Writes what happens into the file of a transcript, while there is one. */
export type Recorder = {
	begin: (recording: Recording, at: number) => void;
	/** The file that was written to; nothing is added to it any more. */
	end: () => Recording | undefined;
};

/** Files of the admin's own besides the journal, for nobody else's eyes (0600). Nothing here throws. */
export type Files = {
	/** The text without what looks like a secret, and without the credentials of this session. */
	hide: (text: string) => string;
	/**
	Writes a new file; one that is there already is left alone, and the name gets a number. It is there when it is whole:
	undefined where it was no longer wanted by then, and nothing is left of it.
	*/
	save: (name: string, texts: AsyncIterable<string>, isWanted: () => boolean) => Promise<Saved | undefined>;
	/** Writes what was copied last in place of what was copied before. */
	keepCopy: (text: string) => Promise<Saved>;
	/** Begins a new file as `save` does. `onTrouble` hears why it cannot be written, and undefined when it can again. */
	record: (
		name: string,
		onProblem: (problem: string | undefined) => void,
	) => Promise<Recording | {problem: string}>;
	/** Remembers that the welcome is not wanted again. */
	dismissWelcome: () => void;
	/** Where a name without a folder is put, for the eye. */
	folder: string;
};

const problem = exportMessages.keepsNoFiles;

/** Writes nothing. */
export const noFiles: Files = {
	hide: withoutSecrets,
	save: async () => ({problem}),
	keepCopy: async () => ({problem}),
	record: async () => ({problem}),
	dismissWelcome: () => {},
	folder: '',
};
