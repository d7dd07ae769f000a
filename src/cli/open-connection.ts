import type {CapabilityListener} from '../api/capabilities.ts';
import type {CallReport} from '../api/exchange.ts';
import type {Config} from '../config/load.ts';
import {systemClock} from '../lib/clock.ts';
import {connect} from './connect.ts';
import type {Connection} from './connection.ts';
import type {Io} from './io.ts';
import {say} from './output.ts';
import {reportBug} from './report.ts';

type Opening = {
	ready?: Promise<void>;
	quiet?: Promise<void>;
	/** Default `command`. */
	runner?: 'session' | 'command';
	rereads?: boolean;
	capabilities?: CapabilityListener;
	onCall?: (report: CallReport) => void;
};

/**
Opens a connection that loads nothing before `ready`. A bug inside the demo service leaves a report; the service
keeps running.
*/
export function openConnection(
	io: Io,
	config: Config,
	{ready, quiet, runner = 'command', rereads, capabilities, onCall}: Opening = {},
): Connection {
	const {env, diagnostics} = io;
	diagnostics?.onConfig(config);
	const connection = connect(config, {
		clock: systemClock,
		random: Math.random,
		ready,
		quiet,
		env,
		runner,
		say: sentence => say(io, sentence),
		rereads,
		onCall,
		diagnostics,
		capabilities,
		onBug: bug => void reportBug(io, bug, config.stateDir),
	});
	const {openFeed} = connection;
	return diagnostics && openFeed ? {...connection, openFeed: diagnostics.follow(openFeed)} : connection;
}
