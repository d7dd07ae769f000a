import {recallLast} from '../../core/actions/holds.ts';
import type {CommandGroup, DeckCommand} from './command-table.ts';
import type {StreamDesk} from './desk.ts';
import {ofTarget, serverOf, serversOf} from './find.ts';
import {runKey} from './run-key.ts';

type Power = 'start' | 'stop' | 'restart';

/** Starts, stops or restarts the servers that are named, else those that lines go to. */
async function act(desk: StreamDesk, verb: Power, rest: string): Promise<void> {
	const {who, fields} = spoken(rest);
	const servers = serversOf(desk, who);
	if (!servers) return;
	// Who says when wants few questions: the review tells how many at once, and for how long one is waited for.
	const isSaid = fields['delay'] !== undefined || fields['atOnce'] !== undefined;
	const usual = servers.length > 1 && isSaid ? {atOnce: '', deadline: ''} : {};
	await runKey(desk, `servers.${verb}`, {servers, fields: {...usual, ...fields}});
}

/** `ark-1 in 10 saying Back soon` → the servers, and what stands in the fields of the dialog. */
function spoken(rest: string): {who: string; fields: Record<string, string>} {
	const [, who = '', minutes, now, atOnce, message] =
		/^(.*?)(?:(?:^|\s+)(?:in\s+(\d+)(?:\s+min(?:ute)?s?)?|(now)))?(?:(?:^|\s+)(\d+)\s+at\s+once)?(?:(?:^|\s+)saying\s+(.+))?$/s.exec(
			rest,
		) ?? [];
	return {
		who,
		fields: {
			...(minutes !== undefined && {delay: minutes}),
			// Nobody would hear a message.
			...(now !== undefined && {delay: '', message: ''}),
			...(atOnce !== undefined && {atOnce}),
			...(message !== undefined && {message}),
		},
	};
}

/** Says a text to the players of the servers that lines go to, or of all. */
async function broadcast(desk: StreamDesk, rest: string): Promise<void> {
	const [, all, text = ''] = /^(--all\b)?\s*(.*)$/s.exec(rest) ?? [];
	const servers = all === undefined ? serversOf(desk, '') : desk.services.store.getState().fleet.order;
	if (!servers) return;
	await runKey(desk, 'servers.broadcast', {servers, fields: text === '' ? {} : {text}});
}

const power = (verb: Power, help: string): DeckCommand => ({
	name: verb,
	takes: `[SERVERS or marked]${verb === 'start' ? '' : ' [in MINUTES or now]'} [NUMBER at once]${verb === 'start' ? '' : ' [saying TEXT]'}`,
	help,
	acts: true,
	completes: 'servers',
	does: [`servers.${verb}`],
	run: (desk, rest) => act(desk, verb, rest),
});

/** What changes servers. Each asks what it needs, tells what would be sent, and sends only what is confirmed by a word. */
export const actingCommands: CommandGroup = {
	title: 'Acting on servers',
	commands: [
		power('start', 'Starts the servers that are named, or those that lines go to.'),
		power(
			'stop',
			'Stops them, gracefully or by force, now or after a delay that the players are told of; several one after another.',
		),
		power(
			'restart',
			'Restarts them, now or after a delay that the players are told of: :restart in 10 saying Back in {minutes} minutes. Several one after another, each when the one before is up again.',
		),
		{
			name: 'broadcast',
			takes: '[--all] [TEXT]',
			help: "Says a text to the players of the chosen server, of the marked ones, or of every server, with the game's own command.",
			acts: true,
			does: ['servers.broadcast'],
			run: broadcast,
		},
		{
			name: 'undo',
			takes: '[SERVER]',
			help: 'Recalls what is held back or waits for its turn, else asks whether to cancel what is scheduled.',
			acts: true,
			does: ['view.undo'],
			// It is held for a few seconds only.
			atOnce: ({services}) => recallLast(services),
			completes: 'servers',
			run: async (desk, rest) => {
				const server = rest === '' ? undefined : serverOf(desk, rest);
				if (rest === '') await runKey(desk, 'view.undo', ofTarget(desk));
				else if (server) await runKey(desk, 'view.undo', {servers: [server.id]});
			},
		},
		{
			name: 'edit',
			takes: '[SERVER]',
			help: 'Renames, moves, updates, backs up or deletes a server: it asks which.',
			acts: true,
			completes: 'servers',
			does: ['servers.edit'],
			run: async (desk, rest) => {
				const servers = serversOf(desk, rest);
				if (servers && servers.length > 1) desk.say('PROBLEM :edit takes one server at a time.');
				else if (servers) await runKey(desk, 'servers.edit', {servers});
			},
		},
		{
			name: 'create',
			takes: '',
			help: 'Creates a server.',
			acts: true,
			does: ['servers.create'],
			run: desk => runKey(desk, 'servers.create'),
		},
	],
};
