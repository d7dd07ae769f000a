/** Core speaks of keys; here the same is done by lines. */
const spoken: readonly (readonly [RegExp, string])[] = [
	[/\bu (recalls|can cancel|cancels)\b/g, ':undo $1'],
	[/\bo (shows)\b/g, ':jobs $1'],
	[/, A ends (it there|one)\b/g, ', :jobs abort NUMBER ends $1'],
	[/\bA ends it\b/g, ':jobs abort NUMBER ends it'],
	[/\bp goes on with the rest, A aborts it\b/g, ':jobs go on goes on with the rest, :jobs abort aborts it'],
	[/\br (asks)\b/g, ':refresh $1'],
	[/\b(Refresh|refresh) with r\b/g, '$1 with :refresh'],
	[/, q quits\b/g, ', :quit quits'],
	[/\bwith R\b/g, 'with :restart'],
	[/\bPress q again\b/g, ':quit once more'],
	[/: use i\./g, ': send it as a command.'],
	[/\be ends it\b/g, ':record end ends it'],
	[/\bX cancels it\b/g, ':cancel-task cancels it'],
	[/\bx shows it\b/g, '--reveal shows it'],
	[/; x ends it\b/g, ''],
	[/\bU uploads one\b/g, ':icon uploads one'],
	[/\bT (triggers|runs)\b/g, ':trigger $1'],
	[/\bC creates one\b/g, ':create-automation creates one'],
	[/\bonly T runs it\b/g, 'only :trigger runs it'],
	[/\bEsc goes to the automations\b/g, ':automations names them'],
	[
		/\bf goes on to the next status, w to another span of time, Esc back\b/g,
		':runs with other words asks for others',
	],
	[/\b(Ctrl-X) (opens your editor)\b/g, 'edit $2'],
	[/\bCtrl-X goes on with it\b/g, 'edit goes on with it'],
	[/: mark some with Space, then i\b/g, ': mark some with :mark, then :use marked'],
	[/: i opens the input\b/g, ': :use marked sends lines to them'],
	[/; \{ and \} in a console go from mark to mark\b/g, '; :log and :timeline tell it'],
	[/: Enter shows those of an automation\b/g, ': :runs names them'],
];

/** A sentence of core, with lines where it names keys. */
export const inWords = (text: string): string =>
	spoken.reduce((told, [keys, words]) => told.replace(keys, words), text);
