import {plural} from '../lib/plural.ts';
import {printableLine} from '../lib/text.ts';

/** `rcondeck adopt` */
export const adoptCommandMessages = {
	description: 'Import servers from a file of another program',
	fileHelp:
		'TOML, CSV, Compose file with itzg images, rcon-cli rcon.yaml, script with mcrcon, ARRCON hosts file, or LinuxGSM settings or folder',
	formatHelp: 'File format (default: detected)',
	gameHelp: 'Game of servers without one in the file, such as minecraft',
	onlyHelp: 'Add only the servers with these names',
	dryRunHelp: 'Show the plan and add nothing',
	noCheckHelp: 'Do not connect to the servers first',

	notAFile: (name: string) => `${printableLine(name)} is not a file.`,
	noText: (file: string) => `${printableLine(file)} is not a UTF-8 text file.`,
	tooLarge: (mostBytes: number) => `The file is larger than ${mostBytes / 1024} KiB.`,
	emptyFolder: (folder: string) =>
		`${printableLine(folder)} has no Compose file and no LinuxGSM settings. Specify a file.`,
	unknownFormat: (formats: readonly string[]) =>
		`Unknown file format. Specify it with --format: ${formats.join(', ')}.`,
	inFile: (file: string, problem: string) => `${file}: ${problem}`,
	noServers: (file: string) => `There are no servers in ${file}.`,
	notInFile: (name: string) => `There is no server ${name} in the file.`,

	container: (name: string) => `container ${name}`,
	newFile: 'new private file',
	noPassword: 'none',
	note: (name: string, note: string) => `${name}: ${note}`,
	leftOut: (name: string, reason: string) => `Not added: ${name} (${reason})`,
	nothingToAdd: 'No servers to add.',
	summary: (count: number) => `Add ${plural(count, 'server')} to the local service`,
	added: (name: string) => `${name}: added`,
	noQuery: 'The game does not answer queries, so only its console is used.',
	noPower: (reason: string) => `Start and stop are not available. ${reason}`,
	warning: (name: string, warning: string) => `${name}: ${warning}`,
	failed: (name: string, reason: string) => `${name}: not added. ${reason}`,
};
