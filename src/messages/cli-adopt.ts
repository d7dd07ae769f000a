import {plural} from '../lib/plural.ts';
import {printableLine} from '../lib/text.ts';

/** `rcondeck adopt` */
export const adoptCommandMessages = {
	description: 'Add the servers in a file of another program to the local service',
	fileHelp:
		'TOML, CSV, Compose file with itzg images, rcon.yaml of rcon-cli, script with mcrcon, hosts of ARRCON, or settings or folder of LinuxGSM',
	formatHelp: 'Format of the file (default: detected)',
	gameHelp: 'Game of servers of which the file does not name it, such as minecraft',
	onlyHelp: 'Add only the servers with these names',
	dryRunHelp: 'Show the plan and add nothing',
	noCheckHelp: 'Do not connect to the servers first',

	notAFile: (name: string) => `${printableLine(name)} is not a file.`,
	noText: (file: string) => `${printableLine(file)} is not a text file in UTF-8.`,
	tooLarge: (mostBytes: number) => `The file is larger than ${mostBytes / 1024} KiB.`,
	emptyFolder: (folder: string) =>
		`${printableLine(folder)} has no Compose file and no settings of LinuxGSM. Specify the file.`,
	unknownFormat: (formats: readonly string[]) =>
		`The format of the file is unknown. Specify it with --format: ${formats.join(', ')}.`,
	inFile: (file: string, problem: string) => `${file}: ${problem}`,
	noServers: (file: string) => `There are no servers in ${file}.`,
	notInFile: (name: string) => `There is no server ${name} in the file.`,

	container: (name: string) => `container ${name}`,
	newFile: 'new private file',
	noPassword: 'none',
	note: (name: string, note: string) => `${name}: ${note}`,
	leftOut: (name: string, reason: string) => `Not added: ${name} (${reason})`,
	nothingToAdd: 'There is nothing to add.',
	summary: (count: number) => `Add ${plural(count, 'server')} to the local service`,
	added: (name: string) => `${name}: added`,
	noQuery: 'The game does not answer queries, so only its console is used.',
	noPower: (reason: string) => `Start and stop do not work. ${reason}`,
	warning: (name: string, warning: string) => `${name}: ${warning}`,
	failed: (name: string, reason: string) => `${name}: not added. ${reason}`,
};
