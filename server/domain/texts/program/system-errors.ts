/** Why a folder, a file or an address could not be used, by the code of the operating system. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'フォルダまたはファイルが見つかりません',
  EEXIST: '同じ名前のファイルがあります',
  ENOTDIR: 'フォルダではありません',
  EISDIR: 'ファイルではなくフォルダです',
  EACCES: '書き込みまたは読み取りの権限がありません',
  EPERM: '書き込みまたは読み取りの権限がありません',
  EROFS: '読み取り専用のフォルダです',
  ENAMETOOLONG: '名前が長すぎます',
  ELOOP: 'リンクのため開きません',
  ENOSPC: 'ディスクの空き容量がありません',
  EDQUOT: 'ディスクの割り当てを使い切りました',
  EBUSY: 'ほかのプログラムが使用中です',
  EIO: 'ディスクの読み書きに失敗しました',
  ECONNREFUSED: '待ち受けているプログラムがありません',
  ECONNRESET: '接続が切られました',
  ETIMEDOUT: '応答がありません',
  EHOSTUNREACH: '相手のコンピューターに届きません',
  ENETUNREACH: 'ネットワークに届きません',
  ENOTFOUND: 'その名前のコンピューターが見つかりません',
  EAI_AGAIN: 'コンピューターの名前を調べられません',
  EADDRNOTAVAIL: 'このコンピューターのアドレスではありません',
};

/** The cause of a failed step, in words. */
export const systemError = (code: string | undefined): string => SYSTEM_ERRORS[code ?? ''] ?? `原因不明${code ? ` ${code}` : ''}`;

/** The same where the cause may be in words already. */
export const systemErrorOr = (why: string): string => SYSTEM_ERRORS[why] ?? why;
