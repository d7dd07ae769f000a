import {plural} from '../lib/plural.ts';
import {readProblem, writeProblem} from './files.ts';

const notSaved = 'New events are not saved.';

/** Problems of the journal on this machine. */
export const journalMessages = {
	/** Shown once each. */
	problems: {
		broken: 'The journal is damaged.',
		busy: 'Another program has locked the journal. Nothing is saved until it unlocks it.',
		full: 'The journal cannot be written; the disk may be full. rcondeck retries every 15s.',
		closed: `The journal cannot be opened. ${notSaved}`,
		newer: `A newer rcondeck wrote the journal. ${notSaved} Update rcondeck, or set RCONDECK_STATE_DIR to another directory.`,
		missing: `This Node.js has no SQLite. ${notSaved}`,
		failed: `The journal failed. ${notSaved}`,
	},
	/** Follows the problem `closed`. */
	reason: (file: string, cause: unknown) => ` ${writeProblem(cause, file)} Fix this and restart rcondeck.`,
	moved: (file: string) => ` It was moved to ${file}, and a new one was created.`,
	/** At the end of the program. */
	lost: (entries: number, isBusy: boolean) =>
		`${isBusy ? 'Another program has locked the journal.' : 'The journal cannot be written; the disk may be full.'} ${plural(entries, 'entry is', 'entries are')} missing from it.`,
	refused: 'An event is missing from the journal, because one of its values cannot be stored.',
	overflow: 'Too many events at once. Some are missing from the journal.',
	notOpened: (file: string, cause: unknown) => `The journal ${readProblem(cause, file)}`,
	unreadable: (file: string, reason: string) => `The journal ${file} cannot be read: ${reason}.`,
	/** Why the journal is unreadable, as the end of a sentence. */
	reasons: {
		broken: 'it is damaged',
		busy: 'another program has locked it',
		full: 'the disk is full or failing',
		newer: 'a newer rcondeck wrote it; update this one',
		missing: 'this Node.js has no SQLite',
		failed: 'SQLite reports an unexpected error',
	},
	gap: (seconds: number, filled: number) => `no feed for ${seconds}s, ${filled} back-filled`,
	cutText: (text: string, more: number) => `${text}… (${more} more characters)`,
};
