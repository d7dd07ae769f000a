import {serverSettingsMessages} from '../messages/server-settings.ts';
import {action} from './action.ts';
import {wordOf} from './command-line.ts';
import type {ActionContext} from './context.ts';
import {textField, requiredField, yesNoField} from './fields.ts';
import {FieldProblem, type Choice, type Field} from './field.ts';
import {findGame} from '../games/games.ts';
import {hostedGameTypes} from '../games/game-types.ts';
import {nameOfNode, nodeLabel} from './names.ts';
import {compareNames} from '../lib/text/compare-names.ts';
import {nameConflict, nameTaken} from './preconditions.ts';
import {request} from './request.ts';

const messages = serverSettingsMessages.create;

/** Returns the nodes that these credentials can read, or else those that servers run on. */
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

/** Returns the games of the team, then the other known ones; the service may accept more. */
function gamesOf({known}: ActionContext): readonly Choice[] {
	const seen = [...known.servers.values()].flatMap(({gameType}) => gameType ?? []);
	return [...new Set([...seen, ...hostedGameTypes])].map(value => {
		const label = findGame(value)?.label;
		return {value, label: label === undefined ? value : `${label} (${value})`};
	});
}

const labelOf = (context: ActionContext, nodeId: string) =>
	nodesOf(context).find(({value}) => value === nodeId)?.label ?? nodeId;

const nodeField: Field<string> = {
	kind: 'choice',
	label: messages.node.label,
	hint: messages.node.hint,
	position: {option: '--node <node>', help: messages.node.help, required: true},
	sentAs: ['nodeId'],
	namesNode: true,
	choices: nodesOf,
	read: text => {
		if (text === '') throw new FieldProblem(messages.node.noneKnown);
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
	command: {isHarmless: true, answers: 'servers'},
	permission: 'MANAGE_SERVERS',
	title: () => messages.title,
	targetLabel: () => messages.target,
	fields: {
		name: {
			...requiredField(messages.name.label, messages.name.hint, messages.name.missing),
			position: {option: '--name <name>', help: messages.name.help, required: true},
		},
		node: nodeField,
		game: {
			kind: 'choice',
			label: messages.game.label,
			hint: messages.game.hint,
			position: {option: '--game <type>', help: messages.game.help, required: true},
			sentAs: ['gameType'],
			choices: gamesOf,
			read: text => text,
		} satisfies Field<string>,
		map: {
			...requiredField(messages.map.label, messages.map.hint, messages.map.missing),
			position: {option: '--map <map>', help: messages.map.help, required: true},
			offers: (_, {game}) => findGame(game)?.maps ?? [],
		} satisfies Field<string>,
		directory: {
			...textField(messages.directory.label, messages.directory.hint, messages.directory.emptyIsDefault),
			position: {option: '--directory <directory>', help: messages.directory.help},
			sentAs: ['serverDirectory'],
		},
		beta: {
			...yesNoField(messages.beta.label, messages.beta.hint, messages.beta.no, messages.beta.yes),
			position: {option: '--beta', help: messages.beta.help},
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
		effect: [messages.effect(labelOf(context, node))],
		risk: 'review',
		summary: messages.summary(name),
		input: {
			nodeId: node,
			name,
			gameType: game,
			map,
			...(directory !== undefined && {serverDirectory: directory}),
		},
	}),
});
