import type {ConsoleKind} from '../../contract/models/own-server.ts';
import {findGame} from '../../games/games.ts';
import type {ConnectConsole} from './connection.ts';
import {connectBattleye} from './battleye/client.ts';
import {connectEcon} from './econ/client.ts';
import {connectQuake} from './quake/client.ts';
import {connectSource} from './source/client.ts';
import {connectTelnet} from './telnet/client.ts';
import {connectWebRcon} from './web-rcon/client.ts';

/** Consoles that print lines without being asked. */
const streaming = new Set<ConsoleKind>(['web-rcon', 'battleye', 'econ', 'telnet']);

export const isStreaming = (kind: ConsoleKind): boolean => streaming.has(kind);

/** Returns how to connect to a kind of console, with the quirks of the game. */
export function connectorOf(kind: ConsoleKind, gameType: string): ConnectConsole {
	switch (kind) {
		case 'source':
			return connectSource(quirksOf(gameType));
		case 'econ':
			return connectEcon;
		case 'telnet':
			return connectTelnet;
		case 'web-rcon':
			return connectWebRcon;
		case 'quake':
			return connectQuake();
		case 'battleye':
			return connectBattleye();
	}
}

function quirksOf(gameType: string) {
	const game = findGame(gameType);
	const consoles = game ? [game.console, ...(game.otherConsoles ?? [])] : [];
	return consoles.find(console => console.kind === 'source')?.quirks;
}
