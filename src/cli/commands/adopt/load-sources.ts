import {readdirSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import type {SourceFile} from '../../../adopt/found.ts';
import {isInstanceFile} from '../../../adopt/linuxgsm.ts';
import {readNamedFile} from '../../../lib/files/read-file.ts';
import {decodeText} from '../../../lib/text/decode-text.ts';
import {UsageError} from '../../../lib/errors.ts';
import {adoptCommandMessages as messages} from '../../../messages/adopt.ts';
import {fileMessages, readProblem} from '../../../messages/text.ts';

/** Larger than any list of servers, and small enough for every reader. */
const maxBytes = 512 * 1024;
const composeNames = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'];

/** Reads a file, or the settings in a folder of LinuxGSM or Compose. Throws `UsageError`. */
export async function loadSources(name: string): Promise<SourceFile[]> {
	const folder = path.resolve(name);
	if (!statSync(folder, {throwIfNoEntry: false})?.isDirectory()) return [await loadFile(name)];
	const files = [...settingsIn(folder), ...composeNames.map(each => path.join(folder, each))];
	const found = files.filter(file => statSync(file, {throwIfNoEntry: false})?.isFile());
	if (found.length === 0) throw new UsageError(messages.emptyFolder(folder));
	return Promise.all(found.map(loadFile));
}

/** The files of servers in `lgsm/config-lgsm/<server>` and in the folders on the way there. */
function settingsIn(folder: string): string[] {
	const top = ['lgsm/config-lgsm', 'config-lgsm', '.']
		.map(each => path.join(folder, each))
		.find(each => path.basename(each) === 'config-lgsm' && namesIn(each).length > 0);
	const folders = top === undefined ? [folder] : namesIn(top).map(each => path.join(top, each));
	return folders.flatMap(each =>
		namesIn(each)
			.filter(isInstanceFile)
			.map(file => path.join(each, file)),
	);
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder).toSorted();
	} catch {
		// Missing, or not a folder.
		return [];
	}
}

async function loadFile(name: string): Promise<SourceFile> {
	const read = await readNamedFile(name, maxBytes, {
		...fileMessages,
		notAFile: messages.notAFile,
		tooLarge: (_bytes, most) => messages.tooLarge(most),
		unreadable: (file, cause) => readProblem(cause, file),
	});
	if ('problem' in read) throw new UsageError(read.problem);
	const folder = path.dirname(read.path);
	return {
		path: read.path,
		text: textOf(read.bytes, read.path),
		near: file => readNear(path.resolve(folder, file)),
	};
}

function readNear(file: string): string | undefined {
	try {
		const facts = statSync(file);
		return facts.isFile() && facts.size <= maxBytes ? textOf(readFileSync(file), file) : undefined;
	} catch {
		return undefined;
	}
}

/**
Spreadsheets write UTF-8 or UTF-16, with a byte order mark, which is not part of the text. What is not UTF-8 in another file
becomes U+FFFD, which no password may have: a comment in Latin-1 hides no server. Java reads its properties as Latin-1.
(java.util.Properties, load)
*/
function textOf(bytes: Uint8Array, file: string): string {
	const text = decodeText(bytes);
	if (text !== undefined) return text;
	if (bytes.includes(0)) throw new UsageError(messages.noText(file));
	return new TextDecoder(file.toLowerCase().endsWith('.properties') ? 'latin1' : 'utf-8').decode(bytes);
}
