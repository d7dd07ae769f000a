import {type Files, noFiles} from '../../src/app/kernel/state/services.ts';

/** Files that are written completely, and kept in memory. */
export function memoryFiles() {
	const exports: string[] = [];
	const copies: string[] = [];
	const transcripts: {text: string; isClosed: boolean}[] = [];
	let dismissed = 0;
	const files: Files = {
		...noFiles,
		dismissWelcome: () => void dismissed++,
		save: async (name, texts, isWanted) => {
			let whole = '';
			for await (const text of texts) whole += text;
			if (!isWanted()) return undefined;
			exports.push(whole);
			return {path: name};
		},
		keepCopy: async text => {
			copies.push(text);
			return {path: 'copied.txt'};
		},
		record: async name => {
			const transcript = {text: '', isClosed: false};
			transcripts.push(transcript);
			return {
				path: name,
				add: text => void (transcript.text += text),
				close: async () => void (transcript.isClosed = true),
			};
		},
	};
	return {files, exports, copies, transcripts, dismissals: () => dismissed};
}
