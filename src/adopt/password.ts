import {Secret} from '../lib/secrets/secret.ts';
import {adoptMessages} from '../messages/adopt.ts';
import type {FoundPassword} from './found.ts';
import type {ShellValue} from './shell.ts';

export const textPassword = (text: string): FoundPassword => ({text: new Secret(text)});

/** Returns the password that a file has or names; undefined if it can be found only by running the file. */
export function passwordOf(value: ShellValue): {password: FoundPassword; notes: string[]} | undefined {
	if ('text' in value) return {password: textPassword(value.text), notes: []};
	if ('variable' in value)
		return {password: {env: value.variable}, notes: [adoptMessages.setVariable(value.variable)]};
	return undefined;
}
