import {nameOfNode} from '../state/nodes.ts';
import {endpoints} from '../../contract/endpoints/index.ts';
import {requestOf} from '../../contract/request.ts';
import {frictionOf} from '../friction.ts';
import {gameWords, knownGameTypes} from '../games.ts';
import {compareNames} from '../list/order.ts';
import {nameTaken} from '../rules.ts';
import {nodeLabel} from '../state/nodes.ts';
import {line, required, yesNo} from './fields.ts';
import {form, FieldProblem, type About, type Choice, type Field} from './form.ts';
import {commandLine, optionWords, wordOf} from './same-as.ts';

/** The nodes that these credentials may read, else those that carry servers. */
function nodesOf({state}: About): readonly Choice[] {
	const {nodes} = state.nodes;
	const read = nodes.map(node => {
		const status = node.status === undefined || node.status === 'ONLINE' ? '' : ` (${node.status})`;
		return {value: node.id, label: `${nodeLabel(node)}${status}`};
	});
	const seen = state.fleet.servers
		.values()
		.flatMap(({nodeId, nodeName}): [string, string][] =>
			nodeId === undefined ? [] : [[nodeId, nodeName ?? nodeId]],
		);
	const choices = read.length > 0 ? read : [...new Map(seen)].map(([value, label]) => ({value, label}));
	return choices.toSorted((a, b) => compareNames(a.label, b.label));
}

/** The games of the team first, then the others that we have words for; the service's list is open. */
function gamesOf({state}: About): readonly Choice[] {
	const seen = [...state.fleet.servers.values()].flatMap(({gameType}) => gameType ?? []);
	return [...new Set([...seen, ...knownGameTypes.filter(type => type !== 'ARK')])].map(value => {
		const label = gameWords(value)?.label;
		return {value, label: label === undefined ? value : `${label} (${value})`};
	});
}

const node: Field<string> = {
	kind: 'choice',
	label: 'Node',
	hint: 'the machine that will run it',
	sentAs: ['nodeId'],
	choices: nodesOf,
	read: text => {
		if (text === '') throw new FieldProblem('No node is known to put it on.');
		return text;
	},
};

const map: Field<string> = {
	...required('Map', 'as the game calls it', 'Name a map, as the game calls it.'),
	offers: (_, {game}) => gameWords(game)?.maps ?? [],
};

const labelOf = (about: About, nodeId: string) =>
	nodesOf(about).find(({value}) => value === nodeId)?.label ?? nodeId;

function nodeWord({state}: About, nodeId: string): string {
	const all = state.nodes.nodes.map(node => ({id: node.id, names: [nameOfNode(node)]}));
	return wordOf(all.find(({id}) => id === nodeId) ?? {id: nodeId, names: []}, all);
}

/** (Specification: `POST /server/create`) */
export const createForm = form({
	id: 'create',
	verb: 'Create',
	operation: undefined,
	title: () => 'Create a server',
	target: ({state}) => `a new server of ${state.access.team?.name ?? 'the team'}`,
	fields: {
		name: required('Name', 'no other server of the team may have it', 'Every server needs a name.'),
		node,
		game: {
			kind: 'choice',
			label: 'Game',
			hint: '',
			sentAs: ['gameType'],
			choices: gamesOf,
			read: text => text,
		},
		map,
		directory: {
			...line('Directory', 'on the node; empty means its default'),
			sentAs: ['serverDirectory'],
		},
		beta: yesNo('Beta', 'only for ARK: the pre-aquatica beta', 'no', 'yes'),
	},
	problems: (values, {state}) => ({
		name: nameTaken(values.name, [...state.fleet.servers.values()]),
	}),
	plan: (values, about) => {
		const input = {
			nodeId: values.node,
			name: values.name,
			gameType: values.game,
			map: values.map,
			...(values.directory !== undefined && {serverDirectory: values.directory}),
			...(values.beta && {enablePreaquaticaBeta: true}),
		};
		return {
			requests: [requestOf(endpoints.createServer, input)],
			effect: [`${labelOf(about, values.node)} installs it, which takes minutes; it is not started.`],
			sameAs: commandLine(about.settings, [
				'create',
				...optionWords('--node', nodeWord(about, values.node)),
				...optionWords('--name', values.name),
				...optionWords('--game', values.game),
				...optionWords('--map', values.map),
				...(values.directory === undefined ? [] : optionWords('--directory', values.directory)),
				...(values.beta ? ['--beta'] : []),
				'--yes',
			]),
			friction: frictionOf.create,
			send: async api => (await api.createServer(input)).unread,
			action: {action: 'create', input},
		};
	},
});
