import {Option, type Command} from 'commander';
import {create} from '../../actions/create.ts';
import {deleteServer} from '../../actions/server-settings.ts';
import {chosenService} from '../../config/load.ts';
import {UsageError} from '../../lib/errors.ts';
import {actionCommandMessages} from '../../messages/cli.ts';
import {ownCommandMessages, ownOptionMessages} from '../../messages/own-servers.ts';
import {splitCommand} from '../start/dash-args.ts';
import type {Run} from '../start/command-run.ts';
import {type ActionOptions, addAction} from './actions/run.ts';
import type {ChangeOptions} from './own-servers/change.ts';
import {addHiddenOwnOptions, typedOwnOptions} from './own-servers/options.ts';

type CreateOptions = ChangeOptions & {
	name?: string;
	node?: string;
	map?: string;
	directory?: string;
	beta?: true;
	dryRun?: true;
	wait?: true;
};

/** The options that only servers of a hosted service have. */
const hostedOnly = ['node', 'map', 'beta', 'dryRun', 'wait'] as const;
const longOf = {
	node: '--node',
	map: '--map',
	beta: '--beta',
	dryRun: '--dry-run',
	wait: '--wait',
} as const;

const required = Object.values(create.fields).flatMap(({position}) =>
	position && 'option' in position && position.required ? new Option(position.option, position.help) : [],
);

/** Declares `create`, which does what `add` does where the servers are the user's own. */
export function addCreate(parent: Command, run: Run): void {
	addAction<CreateOptions>(parent, run, create, {
		waitsFor: 'creation',
		declare: command => {
			// Which ones are needed depends on the service.
			for (const option of command.options) option.makeOptionMandatory(false);
			command
				.usage(ownCommandMessages.createUsage)
				.argument('[name]', ownCommandMessages.nameHelp)
				.argument('[command...]', ownCommandMessages.commandHelp);
			addHiddenOwnOptions(command).addOption(new Option('--no-check', ownOptionMessages.noCheck).hideHelp());
		},
		preset: async ({argv}, _options, operands) => {
			const {name} = splitCommand(argv, operands);
			return name === '' ? {} : {name};
		},
		instead: async (io, options, {flags, operands}) => {
			const {name, command} = splitCommand(io.argv, operands);
			if (name !== '' && options.name !== undefined) throw new UsageError(ownCommandMessages.nameTwice);
			const hosted = hostedOnly.find(one => options[one] !== undefined);
			const service = chosenService({flags, env: io.env});
			if (service === 'local' || (service === 'none' && hosted === undefined)) {
				if (hosted) throw new UsageError(ownCommandMessages.doesNotApply(longOf[hosted]));
				if (service === 'none' && name === '' && options.name === undefined)
					throw new UsageError(ownCommandMessages.createWhat);
				const {addServer} = await import('./own-servers/change.ts');
				await addServer(io, flags, {name: options.name?.trim() ?? name, command, options});
				return true;
			}
			const own = typedOwnOptions(options).find(({long}) => long !== '--directory')?.long;
			if (own !== undefined || command.length > 0)
				throw new UsageError(ownCommandMessages.onlyOwn(own ?? ownCommandMessages.startCommand));
			const missing = required.filter(option => {
				const key = option.attributeName();
				return Reflect.get(options, key) === undefined && !(key === 'name' && name !== '');
			});
			if (missing.length > 0)
				throw new UsageError(actionCommandMessages.optionsMissing(missing.map(({flags}) => flags)));
			return false;
		},
	});
}

/** Declares `delete`, which does what `remove` does where the servers are the user's own. */
export function addDelete(parent: Command, run: Run): void {
	addAction<ActionOptions>(parent, run, deleteServer, {
		waitsFor: 'deletion',
		instead: async (io, {dryRun}, {flags, operands: [name = '']}) => {
			if (chosenService({flags, env: io.env}) !== 'local') return false;
			if (dryRun) throw new UsageError(ownCommandMessages.doesNotApply('--dry-run'));
			const {removeServer} = await import('./own-servers/change.ts');
			await removeServer(io, flags, name);
			return true;
		},
	});
}
