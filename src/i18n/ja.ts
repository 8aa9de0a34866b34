import type { Catalogue } from './catalogue.ts'

/** The Japanese descriptions; a missing key does not compile (contract, B1.4). */
export const ja: Catalogue = {
  'list.page': '返すページの番号（正の整数）。既定値は 1。',
  'list.per_page':
    'ページあたりのレコード数（正の整数）。既定値は 10。サイトの上限（通常は 50）を超える値は上限まで下げられます。',
  'list.rest_url': '適用中のフィルターを含むこの一覧のアドレス。',
  'list.next_rest_url': '同じフィルターによる次のページのアドレス。最後のページにはありません。',
  'list.previous_rest_url': '同じフィルターによる前のページのアドレス。最初のページにはありません。',
  'list.total': 'フィルターに一致し、呼び出し元が読み取れるレコードの全ページを通じた数。',
  'list.total_pages': '現在のページサイズでのページ数。一致するものがなければ 0。',
  'list.items': 'このページのレコード。並び順は一覧に従います。',

  'event.filter.start_date':
    'この時点以降に始まるイベントのみ。オフセットがなければサイトのタイムゾーンで解釈します。既定値は昨日の 00:00:00。`strict_dates` が `true` でない限り、その日の始まりに移されます。',
  'event.filter.end_date':
    'この時点以前に始まるイベントのみ。オフセットがなければサイトのタイムゾーンで解釈します。既定値は今日から 24 か月後の 23:59:59。`strict_dates` が `true` でない限り、その日の終わりに移されます。',
  'event.filter.starts_before':
    'この時点より前に始まるイベントのみ。`strict_dates` が `true` でない限り、時点はその日の 23:59:59 に移されます。送信すると `start_date` と `end_date` の既定値は適用されません。',
  'event.filter.starts_after':
    'この時点より後に始まるイベントのみ。`strict_dates` が `true` でない限り、時点はその日の 23:59:59 に移されます。送信すると `start_date` と `end_date` の既定値は適用されません。',
  'event.filter.ends_before':
    'この時点より前に終わるイベントのみ。`strict_dates` が `true` でない限り、時点はその日の 23:59:59 に移されます。送信すると `start_date` と `end_date` の既定値は適用されません。',
  'event.filter.ends_after':
    'この時点より後に終わるイベントのみ。`strict_dates` が `true` でない限り、時点はその日の 23:59:59 に移されます。送信すると `start_date` と `end_date` の既定値は適用されません。',
  'event.filter.strict_dates': '日付フィルターを日単位に広げず、秒単位で厳密に適用するかどうか。既定値は `false`。',
  'event.filter.search':
    '指定したすべての語がタイトル、説明、抜粋のいずれかに含まれるイベントのみ。大文字と小文字、アクセント記号は区別しません。最大 200 文字。',
  'event.filter.categories':
    '指定したカテゴリーまたはその子孫のいずれかに属するイベントのみ。id、スラッグ、名前を配列またはコンマ区切りで指定します。存在しないカテゴリーはエラーになります。',
  'event.filter.tags':
    '指定したタグのいずれかを持つイベントのみ。id、スラッグ、名前を配列またはコンマ区切りで指定します。存在しないタグはエラーになります。',
  'event.filter.venue':
    '指定した id の会場のいずれかで開かれるイベントのみ。配列またはコンマ区切りで指定します。存在しない id はエラーになります。',
  'event.filter.organizer':
    '指定した id の主催者のいずれかによるイベントのみ。配列またはコンマ区切りで指定します。存在しない id はエラーになります。',
  'event.filter.featured':
    '`true` なら注目イベントのみ、`false` なら注目でないイベントのみ。送信しなければ両方を返します。',
  'event.filter.geoloc': '`true` なら会場に座標があるイベントのみ、`false` なら会場に座標がないイベントのみ。',
  'event.filter.geoloc_lat': '検索の中心の緯度（十進度、-90 から 90）。`geoloc_lng` と一緒に送信する必要があります。',
  'event.filter.geoloc_lng': '検索の中心の経度（十進度、-180 から 180）。`geoloc_lat` と一緒に送信する必要があります。',
  'event.filter.geoloc_distance':
    '`geoloc_lat` と `geoloc_lng` を中心とする検索半径（キロメートル）。大円距離で測ります。既定値は 25。',
  'event.filter.include':
    '指定した id のイベントのみ。配列またはコンマ区切りで指定します。この場合、日付フィルターは無視され、一覧は公開日順になります。',
  'event.filter.free':
    '`true`：無料のイベントのみ（すべての料金がゼロ、または `free` や `kostenlos` などの語）。`false`：それ以外のすべて。',
  'event.filter.post_parent': '親イベントがこの id であるイベントのみ。',
  'event.filter.ticketed':
    'チケット販売用に予約されていますが、このサーバーは提供していません。`false` は効果がなく、`true` はエラーになります。',
  'event.filter.status':
    '指定したステータスのいずれかを持つレコードのみ。配列またはコンマ区切りで指定します。値は `publish`、`future`、`draft`、`pending`、`private`、`trash`。既定では、ゴミ箱以外で呼び出し元が読み取れるすべて。匿名の呼び出し元が指定できるのは `publish` だけです。',

  'event.path.id': 'レコードの id。一桁以上の十進数字です。',
  'event.path.slug': 'レコードのスラッグ。大文字と小文字は区別しません。',

  'event.field.author':
    '作成者として記録されるユーザーの id。既定値は呼び出し元。別のユーザーを指定するには、他人のレコードを編集する権限が必要です。',
  'event.field.date':
    '公開日。オフセットがなければサイトのタイムゾーンで解釈します。既定値は現在の日時。将来の日時を指定すると、公開されるはずのレコードはその時点に予約されます。',
  'event.field.date_utc': 'UTC での公開日。`date` の代わりに送信できます。',
  'event.field.description': 'HTML による詳しい説明。安全でないマークアップは取り除かれ、空の値を送ると消去されます。',
  'event.field.excerpt': 'HTML による短い要約。安全でないマークアップは取り除かれ、空の値を送ると消去されます。',
  'event.field.status':
    'レコードのステータス。`publish`、`future`、`draft`、`pending`、`private`、`trash` のいずれか。作成時の既定値は `publish`、呼び出し元に公開の権限がなければ `draft`。',
  'event.field.image':
    'アイキャッチ画像。アップロード済みの画像の id、または画像を取得する http(s) の URL。空の値を送ると画像は外されます。',
  'event.field.website': 'ウェブサイトの絶対 URL。空の値を送ると消去されます。',
  'event.field.title': 'イベントのタイトル（プレーンテキスト）。作成時は必須です。',
  'event.field.slug':
    'イベントのアドレスの末尾部分。作成時に送信しなければタイトルから作られ、使用済みの場合は番号が付きます。',
  'event.field.timezone':
    'イベントのタイムゾーン。`Europe/Paris` のような IANA 名、または `UTC+2` のようなオフセット。作成時の既定値はサイトのタイムゾーン。',
  'event.field.all_day':
    '終日のイベントかどうか。終日の場合、開始はその日の 00:00:00、終了はその日の 23:59:59 に設定されます。既定値は `false`。',
  'event.field.start_date':
    'イベントの開始日時。オフセットがなければイベント自身の `timezone` で解釈します。作成時は必須です。ISO 8601 の文字列、Unix タイムスタンプ、`tomorrow 9am` のような英語表現を使えます。',
  'event.field.end_date':
    'イベントの終了日時。形式は `start_date` と同じです。作成時は必須で、開始より前にはできません。',
  'event.field.cost':
    '料金を表す文字列。`$20` のように通貨記号を付けられます。複数の料金は配列で指定します。記号がなければサイトの通貨で表示され、空の値を送ると消去されます。',
  'event.field.show_map': 'イベントのページに会場の地図を表示するかどうか。作成時の既定値は `true`。',
  'event.field.show_map_link': 'イベントのページに会場の地図へのリンクを表示するかどうか。作成時の既定値は `true`。',
  'event.field.hide_from_listings':
    'イベントをすべての一覧から除くかどうか。id とスラッグでは引き続き読み取れます。作成時の既定値は `false`。',
  'event.field.sticky': 'カレンダー表示でイベントを先頭に置くかどうか。作成時の既定値は `false`。',
  'event.field.featured': 'サイト上でイベントを注目として強調するかどうか。作成時の既定値は `false`。',
  'event.field.categories':
    'イベントのカテゴリー。id、スラッグ、名前を配列またはコンマ区切りで指定します。現在のものと置き換わり、まだない名前は新しく作られ、空の値を送るとすべて外れます。',
  'event.field.tags':
    'イベントのタグ。id、スラッグ、名前を配列またはコンマ区切りで指定します。現在のものと置き換わり、まだない名前は新しく作られ、空の値を送るとすべて外れます。',
  'event.field.venue':
    'イベントの会場。id、id のリスト、または会場の項目を持つオブジェクト（イベントと同時に作成されます）。空の値を送ると関連付けが外れます。',
  'event.field.organizer':
    'イベントの主催者。id、id のリスト、または主催者の項目を持つオブジェクト（イベントと同時に作成されます）。空の値を送ると関連付けが外れます。',
  'event.field.post_parent':
    '親イベントの id。空の値を送ると関連付けが外れます。イベントを自身の祖先にすることはできません。',

  'event.record.id': 'レコードの id。イベント、会場、主催者、画像を通じて一意です。',
  'event.record.global_id': 'サイトをまたいでレコードを識別する値。サイトのホストとパスに id が続きます。',
  'event.record.global_id_lineage': 'レコードがこれまでに持ったすべてのグローバル識別子。先頭が現在のものです。',
  'event.record.author': '作成者の id（数字の文字列）。',
  'event.record.status':
    'レコードのステータス。`publish`、`future`、`draft`、`pending`、`private`、`trash` のいずれか。',
  'event.record.date': 'サイトのタイムゾーンでの公開日（`YYYY-MM-DD HH:MM:SS` 形式）。',
  'event.record.date_utc':
    'UTC での公開日（`YYYY-MM-DD HH:MM:SS` 形式）。未公開のレコードに日付がない間はすべてゼロです。',
  'event.record.modified': 'サイトのタイムゾーンでの最終更新日時（`YYYY-MM-DD HH:MM:SS` 形式）。',
  'event.record.modified_utc': 'UTC での最終更新日時（`YYYY-MM-DD HH:MM:SS` 形式）。',
  'event.record.url': 'レコードの公開ページのアドレス。',
  'event.record.slug': 'レコードの公開アドレスの末尾部分。',
  'event.record.json_ld':
    'schema.org の構造化データ（JSON-LD）で表したレコード。単一のレコードを読み取るときだけ含まれます。',
  'event.record.rest_url': 'このインターフェースでのイベントのアドレス。',
  'event.record.title': 'イベントのタイトル。`&`、`<`、`>` は HTML エンティティで表されます。',
  'event.record.description': 'HTML による詳しい説明。空の場合もあります。',
  'event.record.excerpt': 'HTML による短い要約。空の場合もあります。',
  'event.record.image': 'アイキャッチ画像。ない場合は `false`。',
  'event.record.all_day': '終日のイベントかどうか。',
  'event.record.start_date': 'イベントのタイムゾーンでの開始日時（`YYYY-MM-DD HH:MM:SS` 形式）。',
  'event.record.start_date_details': '`start_date` の構成要素。',
  'event.record.end_date': 'イベントのタイムゾーンでの終了日時（`YYYY-MM-DD HH:MM:SS` 形式）。',
  'event.record.end_date_details': '`end_date` の構成要素。',
  'event.record.utc_start_date': 'UTC での開始日時（`YYYY-MM-DD HH:MM:SS` 形式）。',
  'event.record.utc_start_date_details': '`utc_start_date` の構成要素。',
  'event.record.utc_end_date': 'UTC での終了日時（`YYYY-MM-DD HH:MM:SS` 形式）。',
  'event.record.utc_end_date_details': '`utc_end_date` の構成要素。',
  'event.record.timezone': 'イベントのタイムゾーン。IANA 名、または `UTC+2` のようなオフセット。',
  'event.record.timezone_abbr': 'イベントの開始時点で有効なタイムゾーンの略称。`CET` など。',
  'event.record.cost': '表示用の料金。単一の金額または範囲。指定がなければ空です。',
  'event.record.cost_details': '`cost` の構成要素。',
  'event.record.website': 'イベントのウェブサイトのアドレス。ない場合はイベント自身の `url`。',
  'event.record.show_map': 'イベントのページに会場の地図を表示するかどうか。',
  'event.record.show_map_link': 'イベントのページに会場の地図へのリンクを表示するかどうか。',
  'event.record.hide_from_listings': 'イベントをすべての一覧から除くかどうか。',
  'event.record.sticky': 'カレンダー表示でイベントを先頭に置くかどうか。',
  'event.record.featured': 'サイト上でイベントを注目として強調するかどうか。',
  'event.record.categories': 'イベントのカテゴリー（名前順）。',
  'event.record.tags': 'イベントのタグ（名前順）。',
  'event.record.venue': 'イベントの会場。オブジェクト、複数ある場合は配列、ない場合は空の配列。',
  'event.record.organizer': 'イベントの主催者。常に配列です。',
  'event.record.custom_fields': '名前ごとの追加項目。それぞれ `label` と `value` を持ちます。ない場合は空の配列。',

  'event.operation.list': 'イベントの一覧を取得',
  'event.operation.create': 'イベントを作成',
  'event.operation.read': 'イベントを取得',
  'event.operation.update': 'イベントを更新',
  'event.operation.delete': 'イベントを削除',
  'event.operation.read_by_slug': 'スラッグでイベントを取得',
  'event.operation.update_by_slug': 'スラッグでイベントを更新',
  'event.operation.delete_by_slug': 'スラッグでイベントを削除',

  'venue.filter.status':
    '指定したステータスのいずれかを持つレコードのみ。配列またはコンマ区切りで指定します。値は `publish`、`future`、`draft`、`pending`、`private`、`trash`。既定では、ゴミ箱以外で呼び出し元が読み取れるすべて。匿名の呼び出し元が指定できるのは `publish` だけです。',
  'venue.filter.search':
    '一つの項目（名前、説明、抜粋、住所の一部、電話番号）に指定したすべての語が含まれる会場のみ。大文字と小文字、アクセント記号は区別しません。最大 200 文字。',
  'venue.filter.event': 'この id のイベントに関連付けられたレコードのみ。存在しない id はエラーになります。',
  'venue.filter.has_events':
    '`true` なら少なくとも一つのイベントに関連付けられたレコードのみ、`false` ならイベントのないレコードのみ。',
  'venue.filter.only_with_upcoming':
    '`true` なら、現在以降に始まるイベントに少なくとも一つ関連付けられたレコードのみ。既定値は `false`。',

  'venue.path.id': 'レコードの id。一桁以上の十進数字です。',
  'venue.path.slug': 'レコードのスラッグ。大文字と小文字は区別しません。',

  'venue.field.author':
    '作成者として記録されるユーザーの id。既定値は呼び出し元。別のユーザーを指定するには、他人のレコードを編集する権限が必要です。',
  'venue.field.date':
    '公開日。オフセットがなければサイトのタイムゾーンで解釈します。既定値は現在の日時。将来の日時を指定すると、公開されるはずのレコードはその時点に予約されます。',
  'venue.field.date_utc': 'UTC での公開日。`date` の代わりに送信できます。',
  'venue.field.description': 'HTML による詳しい説明。安全でないマークアップは取り除かれ、空の値を送ると消去されます。',
  'venue.field.excerpt': 'HTML による短い要約。安全でないマークアップは取り除かれ、空の値を送ると消去されます。',
  'venue.field.status':
    'レコードのステータス。`publish`、`future`、`draft`、`pending`、`private`、`trash` のいずれか。作成時の既定値は `publish`、呼び出し元に公開の権限がなければ `draft`。',
  'venue.field.image':
    'アイキャッチ画像。アップロード済みの画像の id、または画像を取得する http(s) の URL。空の値を送ると画像は外されます。',
  'venue.field.website': 'ウェブサイトの絶対 URL。空の値を送ると消去されます。',
  'venue.field.phone': '電話番号（自由形式の文字列）。空の値を送ると消去されます。',
  'venue.field.venue': '会場の名前（プレーンテキスト）。作成時は必須です。',
  'venue.field.show_map':
    'この会場に関連付けられたイベントに地図を表示するかどうか。`true` または `false`。作成時の既定値は `true`。',
  'venue.field.show_map_link':
    'この会場に関連付けられたイベントに地図へのリンクを表示するかどうか。`true` または `false`。作成時の既定値は `true`。',
  'venue.field.address': '番地と通りの名前。空の値を送ると消去されます。',
  'venue.field.city': '市区町村。空の値を送ると消去されます。',
  'venue.field.country': '国の名前。空の値を送ると消去されます。',
  'venue.field.province': '州（province）。province に分かれた国で使います。空の値を送ると消去されます。',
  'venue.field.state': '州（state）。state に分かれた国で使います。空の値を送ると消去されます。',
  'venue.field.zip': '郵便番号（文字列）。空の値を送ると消去されます。',
  'venue.field.stateprovince': '国に応じた州または県。送信しなければ `state` または `province` の値が使われます。',
  'venue.field.geo_lat':
    '緯度（十進度、-90 から 90）。`geo_lng` と一緒に送信する必要があります。空の値を送ると消去されます。',
  'venue.field.geo_lng':
    '経度（十進度、-180 から 180）。`geo_lat` と一緒に送信する必要があります。空の値を送ると消去されます。',

  'venue.record.id': 'レコードの id。イベント、会場、主催者、画像を通じて一意です。',
  'venue.record.global_id': 'サイトをまたいでレコードを識別する値。サイトのホストとパスに id が続きます。',
  'venue.record.global_id_lineage': 'レコードがこれまでに持ったすべてのグローバル識別子。先頭が現在のものです。',
  'venue.record.author': '作成者の id（数字の文字列）。',
  'venue.record.status':
    'レコードのステータス。`publish`、`future`、`draft`、`pending`、`private`、`trash` のいずれか。',
  'venue.record.date': 'サイトのタイムゾーンでの公開日（`YYYY-MM-DD HH:MM:SS` 形式）。',
  'venue.record.date_utc':
    'UTC での公開日（`YYYY-MM-DD HH:MM:SS` 形式）。未公開のレコードに日付がない間はすべてゼロです。',
  'venue.record.modified': 'サイトのタイムゾーンでの最終更新日時（`YYYY-MM-DD HH:MM:SS` 形式）。',
  'venue.record.modified_utc': 'UTC での最終更新日時（`YYYY-MM-DD HH:MM:SS` 形式）。',
  'venue.record.url': 'レコードの公開ページのアドレス。',
  'venue.record.slug': 'レコードの公開アドレスの末尾部分。',
  'venue.record.json_ld':
    'schema.org の構造化データ（JSON-LD）で表したレコード。単一のレコードを読み取るときだけ含まれます。',
  'venue.record.description': 'HTML による詳しい説明。空の場合はありません。',
  'venue.record.excerpt': 'HTML による短い要約。空の場合はありません。',
  'venue.record.image': 'アイキャッチ画像。ない場合は項目自体がありません。',
  'venue.record.phone': '電話番号。空の場合はありません。',
  'venue.record.website': 'ウェブサイトのアドレス。空の場合はありません。',
  'venue.record.venue': '会場の名前。`&`、`<`、`>` は HTML エンティティで表されます。',
  'venue.record.address': '番地と通りの名前。空の場合はありません。',
  'venue.record.city': '市区町村。空の場合はありません。',
  'venue.record.country': '国の名前。空の場合はありません。',
  'venue.record.province': '州（province）。空の場合はありません。',
  'venue.record.state': '州（state）。空の場合はありません。',
  'venue.record.zip': '郵便番号。空の場合はありません。',
  'venue.record.stateprovince': '国に応じた州または県。空の場合はありません。',
  'venue.record.geo_lat': '緯度（十進度）。会場に座標がない場合はありません。',
  'venue.record.geo_lng': '経度（十進度）。会場に座標がない場合はありません。',
  'venue.record.show_map': 'この会場に関連付けられたイベントに地図を表示するかどうか。',
  'venue.record.show_map_link': 'この会場に関連付けられたイベントに地図へのリンクを表示するかどうか。',

  'venue.operation.list': '会場の一覧を取得',
  'venue.operation.create': '会場を作成',
  'venue.operation.read': '会場を取得',
  'venue.operation.update': '会場を更新',
  'venue.operation.delete': '会場を削除',
  'venue.operation.read_by_slug': 'スラッグで会場を取得',
  'venue.operation.update_by_slug': 'スラッグで会場を更新',
  'venue.operation.delete_by_slug': 'スラッグで会場を削除',

  'organizer.filter.status':
    '指定したステータスのいずれかを持つレコードのみ。配列またはコンマ区切りで指定します。値は `publish`、`future`、`draft`、`pending`、`private`、`trash`。既定では、ゴミ箱以外で呼び出し元が読み取れるすべて。匿名の呼び出し元が指定できるのは `publish` だけです。',
  'organizer.filter.search':
    '一つの項目（名前、説明、抜粋、電話番号、ウェブサイト、メール）に指定したすべての語が含まれる主催者のみ。大文字と小文字、アクセント記号は区別しません。最大 200 文字。',
  'organizer.filter.event': 'この id のイベントに関連付けられたレコードのみ。存在しない id はエラーになります。',
  'organizer.filter.has_events':
    '`true` なら少なくとも一つのイベントに関連付けられたレコードのみ、`false` ならイベントのないレコードのみ。',
  'organizer.filter.only_with_upcoming':
    '`true` なら、現在以降に始まるイベントに少なくとも一つ関連付けられたレコードのみ。既定値は `false`。',

  'organizer.path.id': 'レコードの id。一桁以上の十進数字です。',
  'organizer.path.slug': 'レコードのスラッグ。大文字と小文字は区別しません。',

  'organizer.field.author':
    '作成者として記録されるユーザーの id。既定値は呼び出し元。別のユーザーを指定するには、他人のレコードを編集する権限が必要です。',
  'organizer.field.date':
    '公開日。オフセットがなければサイトのタイムゾーンで解釈します。既定値は現在の日時。将来の日時を指定すると、公開されるはずのレコードはその時点に予約されます。',
  'organizer.field.date_utc': 'UTC での公開日。`date` の代わりに送信できます。',
  'organizer.field.description':
    'HTML による詳しい説明。安全でないマークアップは取り除かれ、空の値を送ると消去されます。',
  'organizer.field.excerpt': 'HTML による短い要約。安全でないマークアップは取り除かれ、空の値を送ると消去されます。',
  'organizer.field.status':
    'レコードのステータス。`publish`、`future`、`draft`、`pending`、`private`、`trash` のいずれか。作成時の既定値は `publish`、呼び出し元に公開の権限がなければ `draft`。',
  'organizer.field.image':
    'アイキャッチ画像。アップロード済みの画像の id、または画像を取得する http(s) の URL。空の値を送ると画像は外されます。',
  'organizer.field.website': 'ウェブサイトの絶対 URL。空の値を送ると消去されます。',
  'organizer.field.phone': '電話番号（自由形式の文字列）。空の値を送ると消去されます。',
  'organizer.field.organizer': '主催者の名前（プレーンテキスト）。作成時は必須です。',
  'organizer.field.email': '主催者のメールアドレス。空の値を送ると消去されます。',

  'organizer.record.id': 'レコードの id。イベント、会場、主催者、画像を通じて一意です。',
  'organizer.record.global_id': 'サイトをまたいでレコードを識別する値。サイトのホストとパスに id が続きます。',
  'organizer.record.global_id_lineage': 'レコードがこれまでに持ったすべてのグローバル識別子。先頭が現在のものです。',
  'organizer.record.author': '作成者の id（数字の文字列）。',
  'organizer.record.status':
    'レコードのステータス。`publish`、`future`、`draft`、`pending`、`private`、`trash` のいずれか。',
  'organizer.record.date': 'サイトのタイムゾーンでの公開日（`YYYY-MM-DD HH:MM:SS` 形式）。',
  'organizer.record.date_utc':
    'UTC での公開日（`YYYY-MM-DD HH:MM:SS` 形式）。未公開のレコードに日付がない間はすべてゼロです。',
  'organizer.record.modified': 'サイトのタイムゾーンでの最終更新日時（`YYYY-MM-DD HH:MM:SS` 形式）。',
  'organizer.record.modified_utc': 'UTC での最終更新日時（`YYYY-MM-DD HH:MM:SS` 形式）。',
  'organizer.record.url': 'レコードの公開ページのアドレス。',
  'organizer.record.slug': 'レコードの公開アドレスの末尾部分。',
  'organizer.record.json_ld':
    'schema.org の構造化データ（JSON-LD）で表したレコード。単一のレコードを読み取るときだけ含まれます。',
  'organizer.record.description': 'HTML による詳しい説明。空の場合はありません。',
  'organizer.record.excerpt': 'HTML による短い要約。空の場合はありません。',
  'organizer.record.image': 'アイキャッチ画像。ない場合は項目自体がありません。',
  'organizer.record.phone': '電話番号。空の場合はありません。',
  'organizer.record.website': 'ウェブサイトのアドレス。空の場合はありません。',
  'organizer.record.organizer': '主催者の名前。`&`、`<`、`>` は HTML エンティティで表されます。',
  'organizer.record.email': '主催者のメールアドレス。空の場合はありません。',

  'organizer.operation.list': '主催者の一覧を取得',
  'organizer.operation.create': '主催者を作成',
  'organizer.operation.read': '主催者を取得',
  'organizer.operation.update': '主催者を更新',
  'organizer.operation.delete': '主催者を削除',
  'organizer.operation.read_by_slug': 'スラッグで主催者を取得',
  'organizer.operation.update_by_slug': 'スラッグで主催者を更新',
  'organizer.operation.delete_by_slug': 'スラッグで主催者を削除',

  'category.filter.search':
    '名前またはスラッグにこの文字列を含むタームのみ。大文字と小文字は区別しません。最大 200 文字。',
  'category.filter.exclude': '指定した id のタームを除外します。配列またはコンマ区切りで指定します。',
  'category.filter.include': '指定した id のタームのみ。配列またはコンマ区切りで指定します。',
  'category.filter.order': '並べ替えの方向。`asc`（昇順、既定値）または `desc`（降順）。',
  'category.filter.orderby': '一覧の並べ替えに使うタームの属性。`name`、`id`、`slug`、`count` など。既定値は `name`。',
  'category.filter.hide_empty':
    '`true` なら公開済みのイベントに一つも付いていないタームを除外し、`false` ならそれも含めます。既定値は `true`。',
  'category.filter.parent': 'この id のカテゴリーの直接の子のみ。',
  'category.filter.post':
    'この id のイベントに割り当てられたタームのみ。`event` の古い名前で、両方を送信した場合は新しい名前が優先されます。',
  'category.filter.event': 'この id のイベントに割り当てられたタームのみ。`post` と同じフィルターです。',
  'category.filter.slug': 'スラッグがこの値と完全に一致するタームのみ。',

  'category.path.id': 'レコードの id。一桁以上の十進数字です。',

  'category.field.name': 'タームの名前（プレーンテキスト）。作成時は必須です。',
  'category.field.description': 'タームの説明。空の値を送ると消去されます。',
  'category.field.slug':
    'タームのアドレスの末尾部分。作成時に送信しない場合や空の値を送った場合は、名前から作られます。',
  'category.field.parent': '親カテゴリーの id。`0` または空の値を送ると最上位のカテゴリーになります。',

  'category.record.id': 'タームの id。カテゴリーとタグを通じて一意です。',
  'category.record.count': 'このタームを持つ公開済みイベントの数。',
  'category.record.description': 'タームの説明。空の場合もあります。',
  'category.record.name': 'タームの名前。`&`、`<`、`>` は HTML エンティティで表されます。',
  'category.record.slug': 'タームの公開アドレスの末尾部分。',
  'category.record.taxonomy': 'タームの種類。カテゴリーは `tribe_events_cat`、タグは `post_tag`。',
  'category.record.parent': '親カテゴリーの id。最上位では 0。',
  'category.record.meta': 'タームの追加データ。ここでは常に空の配列です。',
  'category.record.url': 'このタームのイベントを示す公開ページのアドレス。',
  'category.record.urls': 'このインターフェースでのタームのアドレス。',
  'category.record._links': '関係の種類ごとの関連アドレス。単一のタームを読み取り、作成、更新したときだけ含まれます。',

  'category.operation.list': 'カテゴリーの一覧を取得',
  'category.operation.create': 'カテゴリーを作成',
  'category.operation.read': 'カテゴリーを取得',
  'category.operation.update': 'カテゴリーを更新',
  'category.operation.delete': 'カテゴリーを完全に削除',

  'tag.filter.search': '名前またはスラッグにこの文字列を含むタームのみ。大文字と小文字は区別しません。最大 200 文字。',
  'tag.filter.exclude': '指定した id のタームを除外します。配列またはコンマ区切りで指定します。',
  'tag.filter.include': '指定した id のタームのみ。配列またはコンマ区切りで指定します。',
  'tag.filter.order': '並べ替えの方向。`asc`（昇順、既定値）または `desc`（降順）。',
  'tag.filter.orderby': '一覧の並べ替えに使うタームの属性。`name`、`id`、`slug`、`count` など。既定値は `name`。',
  'tag.filter.hide_empty':
    '`true` なら公開済みのイベントに一つも付いていないタームを除外し、`false` ならそれも含めます。既定値は `true`。',
  'tag.filter.post':
    'この id のイベントに割り当てられたタームのみ。`event` の古い名前で、両方を送信した場合は新しい名前が優先されます。',
  'tag.filter.event': 'この id のイベントに割り当てられたタームのみ。`post` と同じフィルターです。',
  'tag.filter.slug': 'スラッグがこの値と完全に一致するタームのみ。',

  'tag.path.id': 'レコードの id。一桁以上の十進数字です。',

  'tag.field.name': 'タームの名前（プレーンテキスト）。作成時は必須です。',
  'tag.field.description': 'タームの説明。空の値を送ると消去されます。',
  'tag.field.slug': 'タームのアドレスの末尾部分。作成時に送信しない場合や空の値を送った場合は、名前から作られます。',

  'tag.record.id': 'タームの id。カテゴリーとタグを通じて一意です。',
  'tag.record.count': 'このタームを持つ公開済みイベントの数。',
  'tag.record.description': 'タームの説明。空の場合もあります。',
  'tag.record.name': 'タームの名前。`&`、`<`、`>` は HTML エンティティで表されます。',
  'tag.record.slug': 'タームの公開アドレスの末尾部分。',
  'tag.record.taxonomy': 'タームの種類。カテゴリーは `tribe_events_cat`、タグは `post_tag`。',
  'tag.record.meta': 'タームの追加データ。ここでは常に空の配列です。',
  'tag.record.url': 'このタームのイベントを示す公開ページのアドレス。',
  'tag.record.urls': 'このインターフェースでのタームのアドレス。',
  'tag.record._links': '関係の種類ごとの関連アドレス。単一のタームを読み取り、作成、更新したときだけ含まれます。',

  'tag.operation.list': 'タグの一覧を取得',
  'tag.operation.create': 'タグを作成',
  'tag.operation.read': 'タグを取得',
  'tag.operation.update': 'タグを更新',
  'tag.operation.delete': 'タグを完全に削除',

  'attachment.filter.search':
    '指定したすべての語がタイトル、キャプション、代替テキストのいずれかに含まれる画像のみ。大文字と小文字、アクセント記号は区別しません。最大 200 文字。',
  'attachment.filter.include': '指定した id の画像のみ。配列またはコンマ区切りで指定します。',
  'attachment.filter.exclude': '指定した id の画像を除外します。配列またはコンマ区切りで指定します。',
  'attachment.filter.author': '指定した id のユーザーが追加した画像のみ。配列またはコンマ区切りで指定します。',
  'attachment.filter.per_page': 'ページあたりの画像数。1 から 100 まで。既定値は 10。',
  'attachment.filter.offset': '最初の画像の前に飛ばす画像の数。`page` の代わりになります。',
  'attachment.filter.slug':
    '指定したスラッグ（拡張子を除いたファイル名）の画像のみ。配列またはコンマ区切りで指定します。',
  'attachment.filter.parent':
    '指定した id のレコードに属する画像のみ。ここでは画像はどのレコードにも属しません。`0` はすべてを、他の id は何も残しません。',
  'attachment.filter.media_type':
    '指定した種類のファイルのみ。`image` はすべてを残し、`video`、`text`、`application`、`audio` は何も残しません。',
  'attachment.filter.mime_type': '指定したメディアタイプ（`image/png` など）の画像のみ。',
  'attachment.filter.status': '`inherit` または `any`。どちらもすべての画像を残します。',
  'attachment.filter.after': '指定した日時より後に追加された画像のみ。',
  'attachment.filter.before': '指定した日時より前に追加された画像のみ。',
  'attachment.filter.order': '並べ替えの方向。`asc`（昇順）または `desc`（降順、既定値）。',
  'attachment.filter.orderby':
    '並べ替えの基準。`date`（既定値）、`relevance`（`date` と同じ）、`id`、`author`、`modified`、または `include`（そのリストの順序）。',

  'attachment.path.id': '画像の id。一桁以上の十進数字です。',

  'attachment.field.file':
    '画像。JPEG、PNG、GIF、WebP、AVIF のいずれかのファイルで、サイズは最大 10 MiB、画素数は全フレームの合計で最大 40 メガピクセル。メタデータを取り除いて保存されます。',
  'attachment.field.title':
    'タイトル（プレーンテキスト）、または `raw` か `rendered` を持つオブジェクト。作成時の既定値は拡張子を除いたファイル名。空の値を送ると消去されます。',
  'attachment.field.caption':
    'HTML による画像のキャプション、または `raw` か `rendered` を持つオブジェクト。安全でないマークアップは取り除かれ、空の値を送ると消去されます。',
  'attachment.field.alt_text': '画像を見られないときに代わりとなるプレーンテキスト。空の値を送ると消去されます。',
  'attachment.field.description':
    'HTML による説明、または `raw` か `rendered` を持つオブジェクト。安全でないマークアップは取り除かれ、空の値を送ると消去されます。',

  'attachment.record.id': '画像の id。イベント、会場、主催者、画像を通じて一意です。',
  'attachment.record.date': 'サイトのタイムゾーンでの画像の追加日時（`YYYY-MM-DDTHH:MM:SS` 形式）。',
  'attachment.record.date_gmt': 'UTC での画像の追加日時（`YYYY-MM-DDTHH:MM:SS` 形式）。',
  'attachment.record.guid': '原寸の画像のアドレス。画像の識別子でもあります。',
  'attachment.record.modified': 'サイトのタイムゾーンでの最終更新日時（`YYYY-MM-DDTHH:MM:SS` 形式）。',
  'attachment.record.modified_gmt': 'UTC での最終更新日時（`YYYY-MM-DDTHH:MM:SS` 形式）。',
  'attachment.record.slug': '保存されたファイルの名前から拡張子を除いたもの。',
  'attachment.record.status': '常に `inherit`。',
  'attachment.record.type': '常に `attachment`。',
  'attachment.record.link': '原寸の画像のアドレス。画像には専用のページがありません。',
  'attachment.record.title': '画像のタイトル。',
  'attachment.record.author': '画像を追加したユーザーの id。',
  'attachment.record.caption': '画像のキャプション。空の場合もあります。',
  'attachment.record.description': '画像の説明。空の場合もあります。',
  'attachment.record.alt_text': '画像を見られないときに代わりとなるテキスト。ない場合は空です。',
  'attachment.record.media_type': '常に `image`。',
  'attachment.record.mime_type': '画像のメディアタイプ。`image/png` など。',
  'attachment.record.media_details':
    '画像とその縮小版の寸法。縮小版がある場合、`sizes` には原寸の画像も `full` として含まれます。',
  'attachment.record.source_url': '原寸の画像のアドレス。',
  'attachment.record._links': 'このインターフェースでの画像と画像一覧のアドレス。',

  'attachment.operation.list': '画像の一覧を取得',
  'attachment.operation.create': '画像をアップロード',
  'attachment.operation.read': '画像のデータを取得',
  'attachment.operation.update': '画像のテキストを更新（送信しない項目はそのまま）',
  'attachment.operation.delete': '画像を完全に削除し、表示しているすべてのレコードから外す',

  'attachment.deleted.deleted': '常に `true`。',
  'attachment.deleted.previous': '削除される前の画像。',

  'attachment.urls.self': 'このインターフェースでの画像のアドレス。',
  'attachment.urls.collection': '画像の一覧のアドレス。',

  'rendered.raw': '保存するテキスト。`rendered` より優先されます。',
  'rendered.rendered': 'HTML 形式のテキスト。',

  'delete.force':
    '`true` ならレコードをゴミ箱に移さず完全に削除します。既定値は `false`。カテゴリーとタグは常に完全に削除されます。画像にはゴミ箱がないため、`true` を指定したときだけ削除されます。',

  'index.namespace':
    '説明の対象とする名前空間。指定できるのはこのインターフェースの名前空間だけで、それが既定値でもあります。',
  'index.context': '説明の範囲。既定値は `view`。ほかの値も受け付けますが、結果は変わりません。',
  'index.operation': 'この名前空間のルートを説明',

  'about.list':
    'フィルターに合い、呼び出し元が読めるレコードのうち、指定したページの分を返します。ほかのページはヘッダー `Link` が示します。',
  'event.about.list':
    '日付のフィルターを送らない場合は、昨日から 24 か月先までに始まるイベントを開始順に返します。ほかのページは `next_rest_url` とヘッダー `Link` が示します。',
  'about.create':
    '保存されたレコードを返し、そのアドレスを `Location` に示します。同じ `Idempotency-Key` で繰り返したリクエストは、それ以上何も作成しません。',
  'event.about.create':
    '会場、主催者、カテゴリー、タグは ID で指定するか、イベントと一緒に作成します。同じ `Idempotency-Key` で繰り返したリクエストは、それ以上何も作成しません。',
  'attachment.about.create':
    'ボディはファイルそのもの（メディアタイプと、`Content-Disposition` に名前を付けたもの）か、`file` の部分を持つフォームです。',
  'about.read': 'レスポンスの `ETag` を `If-Match` で送り返すと、その間に変更されたレコードを上書きせずに済みます。',
  'about.update': 'POST、PUT、PATCH は同じ動作です。送信した項目だけを変更し、ほかの項目はそのままにします。',
  'about.delete': 'レコードをゴミ箱に移します。`force=true` を付けると完全に削除します。',
  'category.about.delete': 'イベントは残り、そのカテゴリーだけが外れます。子カテゴリーは親カテゴリーに移ります。',
  'tag.about.delete': 'イベントは残り、そのタグだけが外れます。',
  'attachment.about.delete': '画像にはゴミ箱がないため、`force=true` が必要です。',
  'about.index': 'すべてのルートを、メソッドとパラメーターとともに示します。説明はアドレスの言語で書かれます。',
  'about.doc': 'レスポンスは OpenAPI ドキュメントです。説明はアドレスの言語で書かれます。',

  'doc.operation': 'このドキュメントを取得',
  'doc.title': 'イベントカレンダーのインターフェース',
  'doc.description':
    'イベント、会場、主催者、カテゴリー、タグを読み書きします。日付は `YYYY-MM-DD`、`YYYY-MM-DD HH:MM:SS`、ISO 8601、Unix タイムスタンプ、または `next wednesday 4pm` のような英語表現で送信できます。更新では送信した項目だけが変わります。',

  'group.event': 'イベント',
  'group.venue': '会場',
  'group.organizer': '主催者',
  'group.category': 'カテゴリー',
  'group.tag': 'タグ',
  'group.attachment': '画像',
  'group.index': 'インターフェースの説明',

  'global._fields':
    '返す項目の名前。配列またはコンマ区切りで指定します。`image.url` のようなドット区切りのパスでオブジェクトの内側を指定できます。',
  'global._envelope':
    '応答を `body`、`status`、`headers` を持つオブジェクトに包みます。このとき HTTP ステータスは常に 200 です。',
  'global._method':
    'POST リクエストで代わりに適用するメソッド。`PUT` や `DELETE` など。ヘッダー `X-HTTP-Method-Override` でも同じ結果になります。',

  'header.if_match': 'レコードが現在も持っているべき ETag。変わっていれば応答は 412 となり、何も書き込まれません。',
  'header.if_none_match':
    'クライアントが既に持っているコピーの ETag。まだ最新であれば応答は 304 となり、本文はありません。',
  'header.idempotency_key':
    'POST リクエストを安全に繰り返すためにクライアントが選ぶキー。同じキーと同じ本文のリクエストは一度だけ実行され、同じ応答が返ります。',
  'header.x_tec_total': 'フィルターに一致するレコードの全ページを通じた数。',
  'header.x_tec_totalpages': '現在のページサイズでのページ数。',
  'header.link': '一覧のほかのページのアドレス（関係別）: `next`、`prev`、`first`、`last`（RFC 8288）。',
  'header.etag': 'レコードまたは応答の現在の版を表します。`If-Match` と `If-None-Match` で使います。',
  'header.location': 'このインターフェースでの新しいレコードのアドレス。',
  'header.retry_after': '再試行までの秒数。',

  'security.basic': 'ユーザー名とアプリケーションパスワードによる HTTP Basic 認証。パスワード内の空白は無視されます。',
  'security.bearer': 'アプリケーションパスワードだけをベアラートークンとして送ります。',

  'date_details.year': '年（四桁）。',
  'date_details.month': '月（`01` から `12`）。',
  'date_details.day': '日（`01` から `31`）。',
  'date_details.hour': '時（`00` から `23`）。',
  'date_details.minutes': '分（`00` から `59`）。',
  'date_details.seconds': '秒（`00` から `59`）。',

  'cost_details.currency_symbol': '料金の通貨記号。指定がなければ空です。',
  'cost_details.currency_code': 'ISO 4217 による通貨コード。不明な場合は空です。',
  'cost_details.currency_position':
    '通貨記号の位置。`prefix` は金額の前、`postfix` は金額の後。記号の指定がなければ空です。',
  'cost_details.values': '個々の金額を表す文字列（昇順）。',

  'image.url': '原寸の画像のアドレス。',
  'image.id': '画像の id。',
  'image.extension': 'ファイル名の拡張子。`png` など。',
  'image.width': '原寸の画像の幅（ピクセル）。',
  'image.height': '原寸の画像の高さ（ピクセル）。',
  'image.filesize': '原寸のファイルのサイズ（バイト）。',
  'image.sizes': 'サイズ名ごとの縮小版の画像。',
  'image.file': '画像ライブラリー内での原寸のファイルのパス。',

  'image_size.width': 'この版の幅（ピクセル）。',
  'image_size.height': 'この版の高さ（ピクセル）。',
  'image_size.mime_type': 'この版のメディアタイプ。`image/png` など。',
  'image_size.filesize': 'この版のファイルサイズ（バイト）。',
  'image_size.url': 'この版のアドレス。',
  'image_size.source_url': 'この版のアドレス。',
  'image_size.file': 'この版のファイル名。',

  'term.id': 'タームの id。カテゴリーとタグを通じて一意です。',
  'term.count': 'このタームを持つ公開済みイベントの数。',
  'term.description': 'タームの説明。空の場合もあります。',
  'term.name': 'タームの名前。`&`、`<`、`>` は HTML エンティティで表されます。',
  'term.slug': 'タームの公開アドレスの末尾部分。',
  'term.taxonomy': 'タームの種類。カテゴリーは `tribe_events_cat`、タグは `post_tag`。',
  'term.parent': '親カテゴリーの id。最上位では 0。',
  'term.urls': 'このインターフェースでのタームのアドレス。',
  'term.term_group': '同じ意味を持つタームのグループの番号。ない場合は 0。',
  'term.term_taxonomy_id': 'タクソノミー内でのタームの id。',
  'term.filter': 'タームの文字列の形式。常に `raw`。',

  'term_urls.self': 'このタームのアドレス。',
  'term_urls.collection': 'このタームが属する一覧のアドレス。',
  'term_urls.up': '親カテゴリーのアドレス。最上位にはありません。',

  'link.href': 'リンク先のアドレス。',
  'custom_field.label': '人が読むためのフィールド名。',
  'custom_field.value': 'フィールドの内容。',

  'error.code': 'プログラム向けのエラーコード。言語によって変わりません。',
  'error.message': '利用者向けのエラーの説明。',
  'error.data': 'エラーの詳細。',
  'error.status': '応答の HTTP ステータス。',
  'error.params': '問題のあるパラメーター。不足しているものの名前、または無効なものとその理由。',
  'error.details': '無効なパラメーターについて、わかる場合は個別のコードとメッセージ。',

  'response.200': 'リクエストは実行されました。本文に結果が含まれます。',
  'response.201': 'レコードが作成されました。本文にレコードが含まれ、ヘッダー `Location` がそのアドレスを示します。',
  'response.304': 'クライアントのコピーはまだ最新です。応答に本文はありません。',
  'response.400':
    'リクエストの形式が正しくないか、パラメーターが不足または無効です。エラーには問題のあるものがすべて示されます。',
  'response.401': '認証情報が必要か、送信された認証情報が無効です。',
  'response.403': '呼び出し元は認識されましたが必要な権限がないか、そのレコードにはアクセスできません。',
  'response.404': '該当するレコード、ページ、名前空間、ルートはありません。',
  'response.410': 'レコードは既にゴミ箱にあります。',
  'response.412': '`If-Match` で送信された ETag の後にレコードが変更されました。何も書き込まれていません。',
  'response.413': 'リクエストの本文が許容される大きさを超えています。',
  'response.414': 'リクエストのアドレスが許容される長さを超えています。',
  'response.415': '本文のメディアタイプはサポートされていません。',
  'response.422': 'リクエストの形式は正しいものの、この内容では実行できません。',
  'response.429': '短時間のリクエストが多すぎます。ヘッダー `Retry-After` が再試行できる時期を示します。',
  'response.431': 'リクエストのヘッダーが許容される大きさを超えています。',
  'response.500': 'サーバーがリクエストの実行に失敗しました。原因はクライアントにはありません。',
  'response.503':
    'サーバーが一時的に過負荷であるか、データベースを利用できません。ヘッダー `Retry-After` が再試行できる時期を示します。',
  'response.507':
    'サーバーのディスクに空きがないため、何も書き込まれませんでした。ヘッダー `Retry-After` が再試行できる時期を示します。',
}
