import {hashText} from '../lib/text/hash-text.ts';
import {stripDiacritics} from '../lib/text/strip-diacritics.ts';
import {confirmWordMessages} from '../messages/dialogs.ts';

/** What the user types to confirm an action: the name of its target, its ID, or the number of targets. */
export type ConfirmWord = {name: string; id?: string | undefined; isCount?: true};

/** Returns the word for a prompt, with a code if a keyboard over SSH may lack letters of the name. */
export function promptedWord(word: ConfirmWord): string {
	const code = codeOf(word);
	return code === undefined ? word.name : confirmWordMessages.nameOrCode(word.name, code);
}

/** Returns whether the text is the name, the name without accents, the ID or the code. */
export const isConfirmed = (typed: string, word: ConfirmWord): boolean =>
	[word.name, stripDiacritics(word.name), word.id, codeOf(word)].includes(typed.trim());

const isTypeable = (name: string) => /^[\x20-\x7E]+$/.test(stripDiacritics(name));

/** Returns four hexadecimal digits that are always the same for a target; undefined if ASCII characters can type its name. */
function codeOf({name, id}: ConfirmWord): string | undefined {
	if (isTypeable(name)) return undefined;
	const text = id ?? name;
	return ((hashText(text, text.length) >>> 0) % 0x10000).toString(16).padStart(4, '0');
}
