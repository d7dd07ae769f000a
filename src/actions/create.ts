import {action} from './action.ts';
import {wordOf} from './command-line.ts';
import type {ActionContext} from './context.ts';
import {line, required, yesNo} from './fields.ts';
import {FieldProblem, type Choice, type Field} from './field.ts';
import {gameWords, knownGameTypes} from './games.ts';
import {compareNames, nameOfNode, nodeLabel} from './names.ts';
import {nameConflict, nameTaken} from './preconditions.ts';
import {request} from './request.ts';

/** The nodes that these credentials may read, else those that carry servers. */
function nodesOf({known}: ActionContext): readonly Choice[] {
	const read = known.nodes.map(node => {
		const status = node.status === undefined || node.status === 'ONLINE' ? '' : ` (${node.status})`;
		return {value: node.id, label: `${nodeLabel(node)}${status}`};
	});
	const seen = known.servers
		.values()
		.flatMap(({nodeId, nodeName}): [string, string][] =>
			nodeId === undefined ? [] : [[nodeId, nodeName ?? nodeId]],
		);
	const choices = read.length > 0 ? read : [...new Map(seen)].map(([value, label]) => ({value, label}));
	return choices.toSorted((a, b) => compareNames(a.label, b.label));
}

/** The games of the team first, then the others that we have words for; the service's list is open. */
function gamesOf({known}: ActionContext): readonly Choice[] {
	const seen = [...known.servers.values()].flatMap(({gameType}) => gameType ?? []);
	return [...new Set([...seen, ...knownGameTypes.filter(type => type !== 'ARK')])].map(value => {
		const label = gameWords(value)?.label;
		return {value, label: label === undefined ? value : `${label} (${value})`};
	});
}

const labelOf = (context: ActionContext, nodeId: string) =>
	nodesOf(context).find(({value}) => value === nodeId)?.label ?? nodeId;

const nodeField: Field<string> = {
	kind: 'choice',
	label: 'Node',
	hint: 'the machine that will run it',
	position: {option: '--node <node>', help: 'the node that will run it', required: true},
	sentAs: ['nodeId'],
	namesNode: true,
	choices: nodesOf,
	read: text => {
		if (text === '') throw new FieldProblem('No node is known to put it on.');
		return text;
	},
	write: (nodeId, {known}) => {
		const all = known.nodes.map(node => ({id: node.id, names: [nameOfNode(node)]}));
		return wordOf(all.find(({id}) => id === nodeId) ?? {id: nodeId, names: []}, all);
	},
};

/** (Specification: `POST /server/create`) */
export const create = action({
	id: 'create',
	target: 'team',
	verb: 'Create',
	command: {
		words: ['create'],
		description: 'Create a server; installing it takes minutes, and it is not started',
		isHarmless: true,
		answers: 'servers',
	},
	permission: 'MANAGE_SERVERS',
	title: () => 'Create a server',
	targetLabel: ({known}) => `a new server of ${known.team?.name ?? 'the team'}`,
	fields: {
		name: {
			...required('Name', 'no other server of the team may have it', 'Every server needs a name.'),
			position: {option: '--name <name>', help: 'its display name', required: true},
		},
		node: nodeField,
		game: {
			kind: 'choice',
			label: 'Game',
			hint: '',
			position: {option: '--game <type>', help: 'its game type, such as CS2', required: true},
			sentAs: ['gameType'],
			choices: gamesOf,
			read: text => text,
		} satisfies Field<string>,
		map: {
			...required('Map', 'as the game calls it', 'Name a map, as the game calls it.'),
			position: {option: '--map <map>', help: 'as the game calls it', required: true},
			offers: (_, {game}) => gameWords(game)?.maps ?? [],
		} satisfies Field<string>,
		directory: {
			...line('Directory', 'on the node; empty means its default'),
			position: {option: '--directory <directory>', help: 'on the node, instead of its default'},
			sentAs: ['serverDirectory'],
		},
		beta: {
			...yesNo('Beta', 'only for ARK: the pre-aquatica beta', 'no', 'yes'),
			position: {option: '--beta', help: 'only for ARK: the pre-aquatica beta'},
		},
	},
	problems: ({name}, {known}) => {
		const taken = nameTaken(name, known.servers.values());
		return {name: taken === undefined ? undefined : nameConflict(taken)};
	},
	plan: ({name, node, game, map, directory, beta}, context) => ({
		requests: [
			request('createServer', {
				nodeId: node,
				name,
				gameType: game,
				map,
				...(directory !== undefined && {serverDirectory: directory}),
				...(beta && {enablePreaquaticaBeta: true}),
			}),
		],
		effect: [`${labelOf(context, node)} installs it, which takes minutes; it is not started.`],
		risk: 'review',
		summary: `Create ${name}`,
		input: {
			nodeId: node,
			name,
			gameType: game,
			map,
			...(directory !== undefined && {serverDirectory: directory}),
		},
	}),
});
