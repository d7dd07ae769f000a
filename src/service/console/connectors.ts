import type {ConsoleKind, ConsoleSettings} from '../../contract/models/own-server.ts';
import {consolesOf, findGame} from '../../games/games.ts';
import {gameConsoleMessages} from '../../messages/service-servers.ts';
import type {ConnectConsole} from './connection.ts';
import {connectBattleye} from './battleye/client.ts';
import {connectEcon} from './econ/client.ts';
import {ConsoleError} from './console-error.ts';
import {connectHttp} from './http/client.ts';
import {connectQuake} from './quake/client.ts';
import {connectSource} from './source/client.ts';
import {connectTelnet} from './telnet/client.ts';
import {connectWebRcon} from './web-rcon/client.ts';

/** Consoles that print lines without being asked. */
const streaming = new Set<ConsoleKind>(['web-rcon', 'battleye', 'econ', 'telnet']);

export const isStreaming = (kind: ConsoleKind): boolean => streaming.has(kind);

/** Returns how to connect to a kind of console, with the quirks of the game. */
export function connectorOf(
	kind: ConsoleKind,
	gameType: string,
	fingerprint?: ConsoleSettings['fingerprint'],
): ConnectConsole {
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
		case 'http':
			return httpConnectorOf(gameType, fingerprint);
	}
}

/** The requests of an HTTP console are in the game's table. */
function httpConnectorOf(gameType: string, fingerprint: ConsoleSettings['fingerprint']): ConnectConsole {
	const api = consolesOf(gameType).find(console => console.kind === 'http')?.api;
	const probe = findGame(gameType)?.probe;
	if (api && probe !== undefined) return connectHttp({api, probe, ...(fingerprint && {fingerprint})});
	return () => Promise.reject(new ConsoleError('malformed', gameConsoleMessages.noHttpTable(gameType)));
}

const quirksOf = (gameType: string) =>
	consolesOf(gameType).find(console => console.kind === 'source')?.quirks;
