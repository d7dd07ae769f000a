import {tableOf} from '../../lib/maps.ts';
import {commandsOf} from '../../core/commands/index.ts';
import {keyTo, withWords} from '../../core/key-words.ts';

/** Core names commands by their ids; here is the line that does the same, or the key where it is a key here as well. */
const spoken = tableOf<string>({
	'app.automations': ':automations',
	'app.input': 'a line without a colon',
	'app.interrupt': 'Ctrl-C',
	'app.nodes': ':nodes',
	'app.quit': ':quit',
	'app.refresh': ':refresh',
	'app.servers': ':servers',
	'app.team': ':team',
	'app.timeline': ':timeline',
	'automations.create': ':create-automation',
	'automations.status': ':runs',
	'automations.trigger': ':trigger',
	'dialog.edit': 'edit',
	'dialog.offer': 'Tab',
	'input.send': 'Enter',
	'jobs.abort': ':jobs abort NUMBER',
	'jobs.open': ':jobs',
	'list.mark': ':mark',
	'nodes.cancel': ':cancel-task',
	'rows.enter': ':servers',
	'rows.pageDown': ':runs older',
	'rows.reveal': '--reveal',
	'runs.span': ':runs',
	'servers.restart': ':restart',
	'take.export': ':record end',
	'take.stop': 'Ctrl-C',
	'team.icon': ':icon',
	'team.kick': ':kick',
	'view.undo': ':undo',
});

/** What is not said in the same way with another word in it. */
const sayings: readonly (readonly [said: string, instead: string])[] = [
	[`Press ${keyTo('app.quit')} again`, ':quit once more'],
	[`: use ${keyTo('app.input')}.`, ': send it as a command.'],
	[`${keyTo('list.mark')}, then ${keyTo('app.input')}`, ':mark, then :use marked'],
	[`: ${keyTo('app.input')} opens the input`, ': :use marked sends lines to them'],
	[`; ${keyTo('console.raw')} ends it`, ''],
	[`${keyTo('rows.pageDown')} older`, ':runs older'],
	[`${keyTo('app.back')} goes to the automations`, ':automations names them'],
	[
		`${keyTo('automations.status')} goes on to the next status, ${keyTo('runs.span')} to another span of time, ${keyTo('app.back')} back`,
		':runs with other words asks for others',
	],
	[
		`; ${keyTo('console.previousLandmark')} and ${keyTo('console.nextLandmark')} in a console go from mark to mark`,
		'; :log and :timeline tell it',
	],
	[`: ${keyTo('rows.enter')} shows those of an automation`, ': :runs names them'],
];

/** A sentence of core, with lines where it names commands; what has no line is called by its title. */
export function inWords(text: string): string {
	const told = sayings.reduce((sentence, [said, instead]) => sentence.replaceAll(said, instead), text);
	return withWords(told, id => spoken.get(id) ?? titleOf(id));
}

const titleOf = (id: string) => commandsOf({}).find(command => command.id === id)?.title ?? id;

/** Whether a line, or a key that is here as well, does what a command of the deck does. */
export const isSpoken = (id: string): boolean => spoken.has(id);
