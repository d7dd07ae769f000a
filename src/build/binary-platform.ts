import {closeSync, openSync, readSync} from 'node:fs';

const elf: Record<number, string> = {0x3e: 'x64', 0xb7: 'arm64'};
const machO: Record<number, string> = {0x01_00_00_07: 'x64', 0x01_00_00_0c: 'arm64'};
const pe: Record<number, string> = {0x86_64: 'x64', 0xaa_64: 'arm64'};

/** The platform and architecture for which an executable was built, such as `linux-x64`, from its header. */
export function binaryPlatform(file: string): string {
	const header = Buffer.alloc(4096);
	const opened = openSync(file, 'r');
	readSync(opened, header);
	closeSync(opened);
	const found = platformOf(header);
	if (found === undefined) throw new Error(`${file} is not an executable for a known platform.`);
	return found;
}

function platformOf(header: Buffer): string | undefined {
	const named = (platform: string, cpu: string | undefined) => cpu && `${platform}-${cpu}`;
	if (header.toString('latin1', 0, 4) === '\x7fELF') return named('linux', elf[header.readUInt16LE(18)]);
	if (header.readUInt32LE(0) === 0xfe_ed_fa_cf) return named('darwin', machO[header.readUInt32LE(4)]);
	if (header.toString('latin1', 0, 2) !== 'MZ') return undefined;
	const at = header.readUInt32LE(0x3c);
	if (at + 6 > header.length || header.toString('latin1', at, at + 4) !== 'PE\0\0') return undefined;
	return named('win32', pe[header.readUInt16LE(at + 4)]);
}
