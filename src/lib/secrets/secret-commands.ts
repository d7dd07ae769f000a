/*
Console commands with a secret that no name before it tells. The arguments before the secret remain.
- none: `EnableCheats` (ARK), `MakeMeAdmin` (Conan Exiles), `register` and `changepassword` (AuthMe, TShock), `/password OLD NEW` (Luanti)
- one: `setpassword` (Luanti), `authme register` (AuthMe), `user add` (TShock), `webtokens add` (7 Days to Die)
- two: `auth_add` and `auth_change` (DDNet)
*/
const keptArguments: readonly [kept: number, commands: RegExp][] = [
	[0, /enablecheats|makemeadmin|register|change-?password|\/password/],
	[1, /set-?password|authme (?:register|changepassword|cp|reg)|user (?:add|password)|webtokens add/],
	[2, /auth_add|auth_change/],
];
const before = /(?<=^|[\n"'>;]|-- |\bcheat )[ \t]{0,4}[/#.]?/.source;
const argument = /[ \t]{1,4}(?:\\"[^"\\\n]{0,200}\\"|"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s"';,}\\]{1,200})/
	.source;
const patterns = [
	...keptArguments.map(
		([kept, {source}]) =>
			new RegExp(`(${before}(?:${source})(?:${argument}){${kept}})((?:${argument}){1,3})`, 'gi'),
	),
	// With or without a name. Not capitalized, as in `Login failed`, and no longer sentence.
	new RegExp(`(${before}login(?:${argument})?)(${argument})${/(?=[ \t]{0,4}(?:$|["';}\n]))/.source}`, 'g'),
];
const mayMatch = /cheats|admin|register|password|auth|tokens|login|user /i;

/** Replaces the secrets of commands; each is where a command can stand. */
export function withoutCommandSecrets(text: string, hidden: string): string {
	if (!mayMatch.test(text)) return text;
	return patterns.reduce(
		(clean, pattern) => clean.replaceAll(pattern, (_whole, command: string) => `${command} ${hidden}`),
		text,
	);
}

/** Returns the secrets of a command, without their quotes. */
export const secretsOfCommand = (command: string): string[] =>
	patterns.flatMap(pattern =>
		Array.from(command.trim().matchAll(pattern), ([, , secret = '']) =>
			secret.replace(/^(["'])(.*)\1$/, '$2'),
		),
	);
