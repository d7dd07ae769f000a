import {secretsOfCommand, withoutCommandSecrets} from '../../lib/secrets/secret-commands.ts';
import {isSecretSetting, withoutListedSecrets} from '../../lib/secrets/secret-patterns.ts';
import {ConsoleError} from '../console/console-error.ts';
import type {GameConsole} from '../console/keep-open.ts';

/** Hides a game's passwords in what it prints, before anyone stores or sends it. */
export type SecretMask = {
	/** Declares a password of the game. */
	learn: (secret: string) => void;
	/** Returns the text without passwords. `command`: the command that it answers. */
	hide: (text: string, command?: string) => string;
};

const hidden = '***';
/** More than an administrator changes while the service runs. */
const maxSecrets = 20;

/**
A password that is an ordinary word, or short, is hidden only as the value of a setting: hiding it everywhere would garble
answers, and so show what the password is.
*/
function isUnmistakable(secret: string): boolean {
	const kinds = [/\p{L}/u, /\d/, /[^\p{L}\d\s]/u].filter(kind => kind.test(secret)).length;
	return secret.length >= 12 || (secret.length >= 6 && kinds >= 2);
}

export function createSecretMask(): SecretMask {
	const patterns = new Map<string, RegExp>();
	const learn = (secret: string) => {
		if (!isUnmistakable(secret) || patterns.has(secret)) return;
		const [oldest] = patterns.keys();
		if (patterns.size >= maxSecrets && oldest !== undefined) patterns.delete(oldest);
		const whole = RegExp.escape(secret);
		patterns.set(secret, new RegExp(String.raw`(?<![\p{L}\p{N}_])${whole}(?![\p{L}\p{N}_])`, 'gu'));
	};
	return {
		learn,
		hide: (text, command = '') => {
			const {isQuestion, value} = secretSettingIn(command);
			if (value !== undefined) learn(value);
			for (const secret of secretsOfCommand(command)) learn(secret);
			const listed = withoutListedSecrets(withoutCommandSecrets(text, hidden));
			const answer = isQuestion ? withoutValue(listed) : listed;
			return [...patterns].reduce(
				(clean, [secret, pattern]) => (clean.includes(secret) ? clean.replaceAll(pattern, hidden) : clean),
				answer,
			);
		},
	};
}

/** Returns whether a command asks for a secret setting, such as `ec_password`, or the value that it sets. */
function secretSettingIn(command: string): {isQuestion: boolean; value: string | undefined} {
	const words = command.trim().split(/\s+/);
	const [name = '', value] = words;
	const unquoted = value?.replace(/^"(.*)"$/, '$1');
	if (isSecretSetting(name) && unquoted !== undefined) return {isQuestion: false, value: unquoted};
	return {isQuestion: isSecretSetting(words.at(-1) ?? ''), value: undefined};
}

const valueLine = /((?:^|[\s\]])(?:current )?value\s{0,4}[:=]\s{0,4})\S[^\n\r]*/gi;

/** Hides the value in an answer that does not repeat the name: `Value: secret`, or nothing but the value. */
function withoutValue(answer: string): string {
	const text = answer.trim();
	return /^\S+$/.test(text) && text !== hidden
		? answer.replace(text, () => hidden)
		: answer.replaceAll(valueLine, `$1${hidden}`);
}

/** Returns the console with the passwords hidden in answers and errors. */
export function maskedConsole(console: GameConsole, {hide}: SecretMask): GameConsole {
	return {
		...console,
		send: async (command, options) => {
			try {
				return hide(await console.send(command, options), command);
			} catch (error) {
				throw error instanceof ConsoleError ? maskedError(error, text => hide(text, command)) : error;
			}
		},
	};
}

function maskedError(error: ConsoleError, hide: (text: string) => string): ConsoleError {
	const {reason, message, partial, cause, certificate, isUnclear, isPaused} = error;
	if (hide(message) === message && (partial === undefined || hide(partial) === partial)) return error;
	return new ConsoleError(reason, hide(message), {
		cause,
		isUnclear,
		isPaused,
		...(partial !== undefined && {partial: hide(partial)}),
		...(certificate !== undefined && {certificate}),
	});
}
