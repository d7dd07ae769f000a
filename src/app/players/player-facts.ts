import {nameOf} from '../../actions/names.ts';
import {playerLists} from '../../games/player-list.ts';
import {clockText, dayText} from '../../lib/ago.ts';
import {activityText} from '../../messages/activity.ts';
import {commonMessages} from '../../messages/common.ts';
import {playerActionMessages} from '../../messages/players.ts';
import {playersScreenMessages as messages} from '../../messages/players-screen.ts';
import type {Fact} from '../kernel/cells.ts';
import type {PlayerHistory} from '../kernel/journal.ts';
import type {DetailsOptions} from '../kernel/list-screen.ts';
import type {State} from '../state.ts';
import type {ServerPlayers} from './listing.ts';
import {findPlayerRow} from './player-rows.ts';
import {whyNotListed} from './why-not-listed.ts';

/** Returns the details of a player with the history of the id in the journal, or the reason why a server has no list. */
export function playerFacts(state: State, id: string, {now}: DetailsOptions): Fact[] {
	const row = findPlayerRow(state, id);
	if (!row) return [];
	const {of, player} = row;
	const server = {label: 'server', text: nameOf(of.server)};
	if (!player) return [server, {label: 'players', text: whyNotListed(of), tone: 'warning'}];
	const utc = state.view.time === 'utc';
	const {name, userId, playerId, since, isFirst} = player;
	return [
		{label: 'name', text: name},
		{label: 'id', text: playerId ?? playerActionMessages.noId},
		...(userId === undefined ? [] : [{label: messages.userId, text: userId}]),
		server,
		{
			label: 'seen',
			text: (isFirst ? messages.sinceAtLeast : messages.since)(now - since, clockText(since, utc)),
		},
		...listFacts(of, now),
		...(playerId === undefined ? [] : historyFacts(state, playerId, utc)),
	];
}

function listFacts({listing}: ServerPlayers, now: number): Fact[] {
	const {list, newest} = listing ?? {};
	if (!list) return [];
	const isOlder = newest !== undefined && newest.at > list.at;
	return [
		{label: 'list', text: commonMessages.ago(now - list.at), ...(isOlder && {tone: 'warning' as const})},
		...(list.isComplete ? [] : [{label: '', text: messages.incomplete, tone: 'warning' as const}]),
	];
}

const maxSightings = 12;

function historyFacts({players: {history}}: State, playerId: string, utc: boolean): Fact[] {
	if (history?.playerId !== playerId) return [];
	const {acts, sightings} = history.entries;
	const when = (at: number) => `${dayText(at, utc)} ${clockText(at, utc).slice(0, 5)}`;
	const lines = [
		...acts.map(({at, activity, server}) => ({at, text: `${when(at)}  ${activityText(activity, server)}`})),
		...namedSightings(sightings, playerId).map(({first, last, server, name}) => ({
			at: last,
			text: messages.sighting(when(first), clockText(last, utc).slice(0, 5), server, name),
		})),
	].toSorted((a, b) => b.at - a.at);
	if (lines.length === 0) return [{label: 'journal', text: messages.notInJournal, tone: 'faint'}];
	const more = lines.length - maxSightings;
	return [
		...lines.slice(0, maxSightings).map(({text}, index) => ({label: index === 0 ? 'journal' : '', text})),
		...(more > 0 ? [{label: '', text: messages.olderSightings(more), tone: 'faint' as const}] : []),
	];
}

/** Keeps the sightings of this exact id: the journal search also matches longer ids that contain it. */
const namedSightings = (sightings: PlayerHistory['sightings'], playerId: string) =>
	sightings.flatMap(({command, response, ...rest}) => {
		const found = playerLists
			.readPlayers(undefined, command, response)
			?.players.find(one => one.playerId === playerId);
		return found ? [{...rest, name: found.name}] : [];
	});
