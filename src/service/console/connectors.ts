import type {ConsoleKind} from '../../contract/models/own-server.ts';
import {findGame} from '../../games/games.ts';
import type {ConnectConsole} from './connection.ts';
import {connectEcon} from './econ/client.ts';
import {connectSource} from './source/client.ts';
import {connectTelnet} from './telnet/client.ts';

/** Consoles that print lines without being asked. */
const streaming = new Set<ConsoleKind>(['econ', 'telnet']);

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
	}
}

function quirksOf(gameType: string) {
	const game = findGame(gameType);
	const consoles = game ? [game.console, ...(game.otherConsoles ?? [])] : [];
	return consoles.find(console => console.kind === 'source')?.quirks;
}
