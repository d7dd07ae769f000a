import {Box} from 'ink';
import type {GameServer} from '../../contract/models/server.ts';
import {sinceText} from '../../core/fleet-view.ts';
import {nameOf, shownState} from '../../core/list/order.ts';
import type {Rect} from '../../core/layout.ts';
import type {State} from '../../core/state/index.ts';
import {clockText, spanText} from '../../lib/ago.ts';
import {cut} from '../../lib/width.ts';
import {useSelect, useShown} from '../hooks.ts';
import {fitSpans, Line} from '../parts/line.tsx';
import {Title} from '../parts/title.tsx';
import type {Span} from '../theme/tokens.ts';
import {playersText, shortGame} from './list-columns.ts';

type Fact = readonly [label: string, text: string];

/** What is known of the selected server besides its row in the list. */
export function ServerDetails({rect: {width, height}}: {rect: Rect}) {
	const fleet = useSelect(state => state.fleet);
	const view = useSelect(state => state.view);
	const console = useSelect(state => state.console[state.view.selectedId ?? '']);
	const server = fleet.servers[view.selectedId ?? ''];
	const now = useShown(second => (server ? second : 0));
	const facts = server ? factsOf(server, {fleet, view, console}, now) : [];
	const label = 10;
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Title
				width={width}
				focused={view.pane === 'details' && !view.input}
				left={[
					{text: 'DETAILS ', tone: 'title'},
					{text: server ? cut(nameOf(server), Math.max(8, width - 14), 'middle') : '', tone: 'plain'},
				]}
			/>
			{!server && <Line spans={[{text: ' No server is selected.', tone: 'faint'}]} />}
			{facts.slice(0, height - 1).map(([name, text]) => {
				const spans: Span[] = [
					{text: ` ${name.padEnd(label)}`, tone: 'label'},
					{text, tone: 'plain'},
				];
				return <Line key={`${name} ${text}`} spans={fitSpans(spans, width)} />;
			})}
		</Box>
	);
}

type Around = {fleet: State['fleet']; view: State['view']; console: State['console'][string] | undefined};

function factsOf(server: GameServer, {fleet, view, console}: Around, now: number): Fact[] {
	const {state, expected} = shownState(fleet, server.id);
	const utc = view.time === 'utc';
	const backup = server.backups.toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))[0];
	const sameNode = Object.values(fleet.servers).filter(
		({nodeId}) => nodeId !== undefined && nodeId === server.nodeId,
	);
	const others = (console?.lines ?? [])
		.filter(line => line.kind === 'command' && line.origin === 'other')
		.slice(-3)
		.reverse();
	const facts: (Fact | undefined)[] = [
		[
			'state',
			`${state ?? 'not known'}${expected ? '* (expected)' : ''}   ${sinceText(fleet.since[server.id], now)}`,
		],
		['read', fleet.at === undefined ? 'never' : `${spanText(now - fleet.at)} ago`],
		['game', `${shortGame(server.gameType)}${server.map === undefined ? '' : `   map ${server.map}`}`],
		['players', playersText(server)],
		[
			'node',
			`${server.nodeName ?? server.nodeId ?? '-'}   ${sameNode.length} ${sameNode.length === 1 ? 'server' : 'servers'} there`,
		],
		address(server),
		server.modCount === undefined ? undefined : ['mods', String(server.modCount)],
		server.serverDirectory === undefined ? undefined : ['path', server.serverDirectory],
		backup && ['backup', backupText(backup, now)],
		['id', server.id],
		...others.map((line, index): Fact => [
			index === 0 ? 'by others' : '',
			line.kind === 'command' ? `${clockText(line.at, utc)} ${line.command}` : '',
		]),
	];
	return facts.filter(fact => fact !== undefined);
}

function address({serverIp, serverPort, queryPort, rconPort}: GameServer): Fact | undefined {
	if (serverIp === undefined && serverPort === undefined) return undefined;
	const query = queryPort === undefined ? '' : `  query ${queryPort}`;
	const rcon = rconPort === undefined ? '' : `  rcon ${rconPort}`;
	return ['address', `${serverIp ?? '?'}:${serverPort ?? '?'}${query}${rcon}`];
}

function backupText({createdAt, autoBackup, name}: GameServer['backups'][number], now: number): string {
	const when = createdAt === undefined ? 'at an unknown time' : `${spanText(now - createdAt)} ago`;
	return `${when}${autoBackup ? ' auto' : ''}${name === undefined ? '' : ` "${name}"`}`;
}
