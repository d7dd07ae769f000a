import {readProblem} from '../../messages/files.ts';
import {readRegularFile} from '../../lib/regular-file.ts';
import {Secret} from '../../lib/secret.ts';
import {UsageError} from '../../lib/usage-error.ts';

/** The option of a URL, and the variable that has it otherwise. */
type UrlSource = {option: string; variable: string; isUrl: RegExp};

type Given = {
	/** The value of the option. */
	url: string | undefined;
	/** The value of the option of a file, whose first line is the URL. */
	file: string | undefined;
};

type Texts = {twice: string; passwordInArguments: string; wrongUrl: (source: string) => string};

/**
Returns the URL, or undefined if there is none. Throws `UsageError`, also for a password in the arguments, which every user
of the machine can read.
*/
export function readSecretUrl(
	env: NodeJS.ProcessEnv,
	{option, variable, isUrl}: UrlSource,
	{url: given, file}: Given,
	texts: Texts,
): Secret | undefined {
	if (given !== undefined && file !== undefined) throw new UsageError(texts.twice);
	if (given !== undefined && hasPassword(given)) throw new UsageError(texts.passwordInArguments);
	const url = given ?? (file === undefined ? env[variable] : lineIn(file));
	if (url === undefined || (url === '' && given === undefined && file === undefined)) return undefined;
	if (!isUrl.test(url) || !URL.canParse(url))
		throw new UsageError(texts.wrongUrl(file ?? (given === undefined ? variable : option)));
	return new Secret(url);
}

/** Also of a URL that is invalid otherwise. */
const hasPassword = (url: string): boolean =>
	/^[^/]*\/\/[^/@]*:[^/]*@/.test(url) || /[?&]password=/i.test(url);

function lineIn(file: string): string {
	try {
		return readRegularFile(file).toString().split(/\r?\n/, 1)[0] ?? '';
	} catch (error) {
		throw new UsageError(readProblem(error, file), {cause: error});
	}
}
