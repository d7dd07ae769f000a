import type {ConsoleKind, ConsoleSettings} from '../../contract/models/own-server.ts';
import {consolesOf, findGame, probeOf} from '../../games/games.ts';
import {gameConsoleMessages} from '../../messages/service.ts';
import type {ConnectConsole} from './connection.ts';
import {connectBattleye} from './battleye.ts';
import {connectEcon} from './econ.ts';
import {ConsoleError} from './console-error.ts';
import {connectHll} from './hll.ts';
import {connectHttp} from './http.ts';
import {connectQuake} from './quake.ts';
import {infoRequest} from './quake-packet.ts';
import {connectSource} from './source.ts';
import {connectTelnet} from './telnet.ts';
import {connectWebRcon} from './web-rcon.ts';

type NetworkConsole = {
	/** Returns how to connect, with the quirks of the game. */
	connectorOf: (gameType: string, fingerprint: ConsoleSettings['fingerprint']) => ConnectConsole;
	/** Whether it prints lines without being asked. */
	isStreaming: boolean;
	/** Of a console over UDP: the request that gets an answer, or the report that the port is closed. */
	knock?: Uint8Array;
};

export const networkConsoles: Readonly<Record<ConsoleKind, NetworkConsole>> = {
	source: {connectorOf: gameType => connectSource(quirksOf(gameType)), isStreaming: false},
	'web-rcon': {connectorOf: () => connectWebRcon, isStreaming: true},
	quake: {connectorOf: () => connectQuake(), isStreaming: false, knock: infoRequest()},
	battleye: {
		connectorOf: gameType => connectBattleye({messageMs: mayAnswerInMessages(gameType) ? 400 : undefined}),
		isStreaming: true,
		knock: Buffer.alloc(0),
	},
	telnet: {connectorOf: () => connectTelnet, isStreaming: true},
	econ: {connectorOf: () => connectEcon, isStreaming: true},
	http: {connectorOf: httpConnectorOf, isStreaming: false},
	hll: {
		connectorOf: gameType =>
			connectHll(consolesOf(gameType).find(console => console.kind === 'hll')?.requests),
		isStreaming: false,
	},
};

/** An unknown game may as well. */
const mayAnswerInMessages = (gameType: string): boolean =>
	findGame(gameType) === undefined ||
	consolesOf(gameType).some(console => console.kind === 'battleye' && console.answersInMessages);

/** The requests of an HTTP console are in the game's table. */
function httpConnectorOf(gameType: string, fingerprint: ConsoleSettings['fingerprint']): ConnectConsole {
	const api = consolesOf(gameType).find(console => console.kind === 'http')?.api;
	const probe = probeOf(gameType, 'http');
	if (api && probe !== undefined) return connectHttp({api, probe, ...(fingerprint && {fingerprint})});
	return () => Promise.reject(new ConsoleError('refused', gameConsoleMessages.noHttpTable(gameType)));
}

const quirksOf = (gameType: string) =>
	consolesOf(gameType).find(console => console.kind === 'source')?.quirks;
