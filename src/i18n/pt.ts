import type { Catalogue } from './catalogue.ts'

/** The Portuguese descriptions; a missing key does not compile (contract, B1.4). */
export const pt: Catalogue = {
  'list.page': 'Número da página a devolver, um inteiro positivo; valor predefinido: 1.',
  'list.per_page':
    'Número de registos por página, um inteiro positivo; valor predefinido: 10. Um valor acima do máximo do site, normalmente 50, é reduzido a este.',
  'list.rest_url': 'Endereço desta lista com os filtros em vigor.',
  'list.next_rest_url': 'Endereço da página seguinte com os mesmos filtros; ausente na última página.',
  'list.previous_rest_url': 'Endereço da página anterior com os mesmos filtros; ausente na primeira página.',
  'list.total': 'Número de registos de todas as páginas que satisfazem os filtros e que o autor do pedido pode ler.',
  'list.total_pages': 'Número de páginas com o tamanho de página atual; 0 quando nada corresponde.',
  'list.items': 'Os registos desta página, pela ordem da lista.',

  'event.filter.start_date':
    'Apenas eventos que começam neste momento ou depois; é lido no fuso horário do site, salvo se indicar um desvio. Valor predefinido: ontem às 00:00:00. É deslocado para o início do seu dia, salvo se `strict_dates` for `true`.',
  'event.filter.end_date':
    'Apenas eventos que começam neste momento ou antes; é lido no fuso horário do site, salvo se indicar um desvio. Valor predefinido: daqui a 24 meses a contar de hoje, às 23:59:59. É deslocado para o fim do seu dia, salvo se `strict_dates` for `true`.',
  'event.filter.starts_before':
    'Apenas eventos que começam antes deste momento, que é deslocado para as 23:59:59 do seu dia, salvo se `strict_dates` for `true`. Quando enviado, os valores predefinidos de `start_date` e `end_date` não se aplicam.',
  'event.filter.starts_after':
    'Apenas eventos que começam depois deste momento, que é deslocado para as 23:59:59 do seu dia, salvo se `strict_dates` for `true`. Quando enviado, os valores predefinidos de `start_date` e `end_date` não se aplicam.',
  'event.filter.ends_before':
    'Apenas eventos que terminam antes deste momento, que é deslocado para as 23:59:59 do seu dia, salvo se `strict_dates` for `true`. Quando enviado, os valores predefinidos de `start_date` e `end_date` não se aplicam.',
  'event.filter.ends_after':
    'Apenas eventos que terminam depois deste momento, que é deslocado para as 23:59:59 do seu dia, salvo se `strict_dates` for `true`. Quando enviado, os valores predefinidos de `start_date` e `end_date` não se aplicam.',
  'event.filter.strict_dates':
    'Indica se os filtros de data se aplicam ao segundo exato em vez de serem alargados a dias inteiros; valor predefinido: `false`.',
  'event.filter.search':
    'Apenas eventos em cujo título, descrição ou resumo ocorre cada palavra indicada, sem distinguir maiúsculas nem acentos; no máximo 200 caracteres.',
  'event.filter.categories':
    'Apenas eventos de pelo menos uma destas categorias ou das suas descendentes, indicadas por id, slug ou nome, em array ou separadas por vírgulas. Uma categoria desconhecida é um erro.',
  'event.filter.tags':
    'Apenas eventos com pelo menos uma destas etiquetas, indicadas por id, slug ou nome, em array ou separadas por vírgulas. Uma etiqueta desconhecida é um erro.',
  'event.filter.venue':
    'Apenas eventos num dos locais com estes ids, em array ou separados por vírgulas. Um id desconhecido é um erro.',
  'event.filter.organizer':
    'Apenas eventos de um dos organizadores com estes ids, em array ou separados por vírgulas. Um id desconhecido é um erro.',
  'event.filter.featured':
    '`true`: apenas eventos em destaque; `false`: apenas os que não estão em destaque. Quando não é enviado, são devolvidos ambos.',
  'event.filter.geoloc':
    '`true`: apenas eventos cujo local tem coordenadas; `false`: apenas aqueles cujo local não as tem.',
  'event.filter.geoloc_lat':
    'Latitude do centro da pesquisa em graus decimais, de -90 a 90; deve ser enviada juntamente com `geoloc_lng`.',
  'event.filter.geoloc_lng':
    'Longitude do centro da pesquisa em graus decimais, de -180 a 180; deve ser enviada juntamente com `geoloc_lat`.',
  'event.filter.geoloc_distance':
    'Raio de pesquisa em quilómetros em torno de `geoloc_lat` e `geoloc_lng`, medido ao longo do círculo máximo; valor predefinido: 25.',
  'event.filter.include':
    'Apenas os eventos com estes ids, em array ou separados por vírgulas. Os filtros de data são então ignorados e a lista é ordenada por data de publicação.',
  'event.filter.free':
    '`true`: só eventos que não custam nada (todos os preços são zero, ou o custo é uma palavra que o diz, como `free` ou `kostenlos`); `false`: todos os outros.',
  'event.filter.post_parent': 'Apenas eventos cujo evento superior tem este id.',
  'event.filter.ticketed':
    'Reservado à venda de bilhetes, que este servidor não oferece: `false` não tem efeito, `true` é um erro.',
  'event.filter.status':
    'Apenas registos com um destes estados, em array ou separados por vírgulas: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Valor predefinido: tudo o que o autor do pedido pode ler fora do lixo; os pedidos anónimos só podem indicar `publish`.',

  'event.path.id': 'Id do registo: um ou mais algarismos decimais.',
  'event.path.slug': 'Slug do registo; não se distinguem maiúsculas de minúsculas.',

  'event.field.author':
    'Id do utilizador registado como autor; valor predefinido: o autor do pedido. Indicar outro utilizador exige o direito de editar registos de terceiros.',
  'event.field.date':
    'Data de publicação, lida no fuso horário do site, salvo se indicar um desvio; valor predefinido: agora. Se for futura, um registo a publicar é agendado para esse momento.',
  'event.field.date_utc': 'Data de publicação em UTC; pode ser enviada em vez de `date`.',
  'event.field.description': 'Descrição completa em HTML; a marcação insegura é removida e um valor vazio apaga-a.',
  'event.field.excerpt': 'Resumo breve em HTML; a marcação insegura é removida e um valor vazio apaga-o.',
  'event.field.status':
    'Estado do registo: `publish`, `future`, `draft`, `pending`, `private` ou `trash`. Valor predefinido na criação: `publish`, ou `draft` quando o autor do pedido não pode publicar.',
  'event.field.image':
    'Imagem de destaque: o id de uma imagem carregada ou um URL http(s) de onde é obtida. Um valor vazio remove a imagem.',
  'event.field.website': 'URL absoluto do website; um valor vazio apaga-o.',
  'event.field.title': 'Título do evento em texto simples; obrigatório na criação.',
  'event.field.slug':
    'Última parte do endereço do evento. Se não for enviada na criação, é formada a partir do título; se já estiver em uso, é acrescentado um número.',
  'event.field.timezone':
    'Fuso horário do evento: um nome IANA como `Europe/Paris` ou um desvio como `UTC+2`. Valor predefinido na criação: o fuso horário do site.',
  'event.field.all_day':
    'Indica se o evento dura dias inteiros: o início passa então para as 00:00:00 e o fim para as 23:59:59 dos respetivos dias. Valor predefinido: `false`.',
  'event.field.start_date':
    'Início do evento na sua própria `timezone`, salvo se o texto indicar um desvio; obrigatório na criação. São aceites textos ISO 8601, marcas temporais Unix e expressões inglesas como `tomorrow 9am`.',
  'event.field.end_date':
    'Fim do evento, nas mesmas formas que `start_date`; obrigatório na criação e nunca anterior ao início.',
  'event.field.cost':
    'Preço em texto, com o símbolo da moeda se desejado, como `$20`, ou um array de vários preços. Sem símbolo é mostrada a moeda do site; um valor vazio apaga o preço.',
  'event.field.show_map': 'Indica se a página do evento mostra um mapa do local; valor predefinido na criação: `true`.',
  'event.field.show_map_link':
    'Indica se a página do evento tem uma ligação para um mapa do local; valor predefinido na criação: `true`.',
  'event.field.hide_from_listings':
    'Indica se o evento fica fora de todas as listas; continua legível por id e por slug. Valor predefinido na criação: `false`.',
  'event.field.sticky':
    'Indica se o evento aparece em primeiro lugar na vista de calendário; valor predefinido na criação: `false`.',
  'event.field.featured': 'Indica se o evento é destacado no site; valor predefinido na criação: `false`.',
  'event.field.categories':
    'Categorias do evento por id, slug ou nome, em array ou separadas por vírgulas. Substituem as atuais, os nomes que ainda não existem são criados e um valor vazio remove todas.',
  'event.field.tags':
    'Etiquetas do evento por id, slug ou nome, em array ou separadas por vírgulas. Substituem as atuais, os nomes que ainda não existem são criados e um valor vazio remove todas.',
  'event.field.venue':
    'Local do evento: um id, uma lista de ids ou um objeto com os campos de um local que é criado juntamente com o evento. Um valor vazio remove a ligação.',
  'event.field.organizer':
    'Organizadores do evento: um id, uma lista de ids ou objetos com os campos de organizadores que são criados juntamente com o evento. Um valor vazio remove as ligações.',
  'event.field.post_parent':
    'Id do evento superior; um valor vazio remove a ligação. Um evento não pode ser o seu próprio antecessor.',

  'event.record.id': 'Id do registo, único entre eventos, locais, organizadores e imagens.',
  'event.record.global_id': 'Identificador do registo entre sites: anfitrião e caminho do site, seguidos do id.',
  'event.record.global_id_lineage': 'Todos os identificadores globais que o registo teve, a começar pelo atual.',
  'event.record.author': 'Id do autor como cadeia de algarismos.',
  'event.record.status': 'Estado do registo: `publish`, `future`, `draft`, `pending`, `private` ou `trash`.',
  'event.record.date': 'Data de publicação no fuso horário do site, como `YYYY-MM-DD HH:MM:SS`.',
  'event.record.date_utc':
    'Data de publicação em UTC, como `YYYY-MM-DD HH:MM:SS`; só zeros enquanto um registo não publicado não tiver data.',
  'event.record.modified': 'Momento da última alteração no fuso horário do site, como `YYYY-MM-DD HH:MM:SS`.',
  'event.record.modified_utc': 'Momento da última alteração em UTC, como `YYYY-MM-DD HH:MM:SS`.',
  'event.record.url': 'Endereço da página pública do registo.',
  'event.record.slug': 'Última parte do endereço público do registo.',
  'event.record.json_ld':
    'O registo como dados estruturados de schema.org em JSON-LD; presente apenas quando é lido um único registo.',
  'event.record.rest_url': 'Endereço do evento nesta interface.',
  'event.record.title': 'Título do evento; `&`, `<` e `>` são escritos como entidades HTML.',
  'event.record.description': 'Descrição completa em HTML; pode estar vazia.',
  'event.record.excerpt': 'Resumo breve em HTML; pode estar vazio.',
  'event.record.image': 'Imagem de destaque, ou `false` se não existir.',
  'event.record.all_day': 'Indica se o evento dura dias inteiros.',
  'event.record.start_date': 'Início no fuso horário do evento, como `YYYY-MM-DD HH:MM:SS`.',
  'event.record.start_date_details': 'As partes de `start_date`.',
  'event.record.end_date': 'Fim no fuso horário do evento, como `YYYY-MM-DD HH:MM:SS`.',
  'event.record.end_date_details': 'As partes de `end_date`.',
  'event.record.utc_start_date': 'Início em UTC, como `YYYY-MM-DD HH:MM:SS`.',
  'event.record.utc_start_date_details': 'As partes de `utc_start_date`.',
  'event.record.utc_end_date': 'Fim em UTC, como `YYYY-MM-DD HH:MM:SS`.',
  'event.record.utc_end_date_details': 'As partes de `utc_end_date`.',
  'event.record.timezone': 'Fuso horário do evento: um nome IANA ou um desvio como `UTC+2`.',
  'event.record.timezone_abbr': 'Abreviatura do fuso horário em vigor no início do evento, como `CET`.',
  'event.record.cost': 'Preço pronto a apresentar, como valor único ou intervalo; vazio quando não foi indicado.',
  'event.record.cost_details': 'As partes de `cost`.',
  'event.record.website': 'Endereço do website do evento; o seu próprio `url` quando não tem nenhum.',
  'event.record.show_map': 'Indica se a página do evento mostra um mapa do local.',
  'event.record.show_map_link': 'Indica se a página do evento tem uma ligação para um mapa do local.',
  'event.record.hide_from_listings': 'Indica se o evento fica fora de todas as listas.',
  'event.record.sticky': 'Indica se o evento aparece em primeiro lugar na vista de calendário.',
  'event.record.featured': 'Indica se o evento é destacado no site.',
  'event.record.categories': 'Categorias do evento, ordenadas por nome.',
  'event.record.tags': 'Etiquetas do evento, ordenadas por nome.',
  'event.record.venue': 'Local do evento: um objeto, um array quando há vários ou um array vazio quando não há nenhum.',
  'event.record.organizer': 'Organizadores do evento, sempre em array.',
  'event.record.custom_fields':
    'Campos adicionais por nome, cada um com `label` e `value`; um array vazio quando não há nenhum.',

  'event.operation.list': 'Listar eventos',
  'event.operation.create': 'Criar um evento',
  'event.operation.read': 'Ler um evento',
  'event.operation.update': 'Alterar um evento',
  'event.operation.delete': 'Eliminar um evento',
  'event.operation.read_by_slug': 'Ler um evento por slug',
  'event.operation.update_by_slug': 'Alterar um evento por slug',
  'event.operation.delete_by_slug': 'Eliminar um evento por slug',

  'venue.filter.status':
    'Apenas registos com um destes estados, em array ou separados por vírgulas: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Valor predefinido: tudo o que o autor do pedido pode ler fora do lixo; os pedidos anónimos só podem indicar `publish`.',
  'venue.filter.search':
    'Apenas locais em que um mesmo campo (nome, descrição, resumo, uma parte da morada ou telefone) contém todas as palavras indicadas, sem distinguir maiúsculas nem acentos; no máximo 200 caracteres.',
  'venue.filter.event': 'Apenas registos ligados ao evento com este id. Um id desconhecido é um erro.',
  'venue.filter.has_events':
    '`true`: apenas registos ligados a pelo menos um evento; `false`: apenas os que não têm eventos.',
  'venue.filter.only_with_upcoming':
    '`true`: apenas registos ligados a pelo menos um evento que começa agora ou mais tarde; valor predefinido: `false`.',

  'venue.path.id': 'Id do registo: um ou mais algarismos decimais.',
  'venue.path.slug': 'Slug do registo; não se distinguem maiúsculas de minúsculas.',

  'venue.field.author':
    'Id do utilizador registado como autor; valor predefinido: o autor do pedido. Indicar outro utilizador exige o direito de editar registos de terceiros.',
  'venue.field.date':
    'Data de publicação, lida no fuso horário do site, salvo se indicar um desvio; valor predefinido: agora. Se for futura, um registo a publicar é agendado para esse momento.',
  'venue.field.date_utc': 'Data de publicação em UTC; pode ser enviada em vez de `date`.',
  'venue.field.description': 'Descrição completa em HTML; a marcação insegura é removida e um valor vazio apaga-a.',
  'venue.field.excerpt': 'Resumo breve em HTML; a marcação insegura é removida e um valor vazio apaga-o.',
  'venue.field.status':
    'Estado do registo: `publish`, `future`, `draft`, `pending`, `private` ou `trash`. Valor predefinido na criação: `publish`, ou `draft` quando o autor do pedido não pode publicar.',
  'venue.field.image':
    'Imagem de destaque: o id de uma imagem carregada ou um URL http(s) de onde é obtida. Um valor vazio remove a imagem.',
  'venue.field.website': 'URL absoluto do website; um valor vazio apaga-o.',
  'venue.field.phone': 'Número de telefone em texto livre; um valor vazio apaga-o.',
  'venue.field.venue': 'Nome do local em texto simples; obrigatório na criação.',
  'venue.field.show_map':
    'Indica se os eventos ligados a este local mostram um mapa: `true` ou `false`; valor predefinido na criação: `true`.',
  'venue.field.show_map_link':
    'Indica se os eventos ligados a este local mostram uma ligação para um mapa: `true` ou `false`; valor predefinido na criação: `true`.',
  'venue.field.address': 'Rua e número; um valor vazio apaga-os.',
  'venue.field.city': 'Cidade ou localidade; um valor vazio apaga-a.',
  'venue.field.country': 'Nome do país; um valor vazio apaga-o.',
  'venue.field.province': 'Província, para países divididos em províncias; um valor vazio apaga-a.',
  'venue.field.state': 'Estado federado, para países divididos em estados; um valor vazio apaga-o.',
  'venue.field.zip': 'Código postal em texto; um valor vazio apaga-o.',
  'venue.field.stateprovince':
    'Estado federado ou província, conforme o país; obtido de `state` ou `province` quando não é enviado.',
  'venue.field.geo_lat':
    'Latitude em graus decimais, de -90 a 90; deve ser enviada juntamente com `geo_lng`. Um valor vazio apaga-a.',
  'venue.field.geo_lng':
    'Longitude em graus decimais, de -180 a 180; deve ser enviada juntamente com `geo_lat`. Um valor vazio apaga-a.',

  'venue.record.id': 'Id do registo, único entre eventos, locais, organizadores e imagens.',
  'venue.record.global_id': 'Identificador do registo entre sites: anfitrião e caminho do site, seguidos do id.',
  'venue.record.global_id_lineage': 'Todos os identificadores globais que o registo teve, a começar pelo atual.',
  'venue.record.author': 'Id do autor como cadeia de algarismos.',
  'venue.record.status': 'Estado do registo: `publish`, `future`, `draft`, `pending`, `private` ou `trash`.',
  'venue.record.date': 'Data de publicação no fuso horário do site, como `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.date_utc':
    'Data de publicação em UTC, como `YYYY-MM-DD HH:MM:SS`; só zeros enquanto um registo não publicado não tiver data.',
  'venue.record.modified': 'Momento da última alteração no fuso horário do site, como `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.modified_utc': 'Momento da última alteração em UTC, como `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.url': 'Endereço da página pública do registo.',
  'venue.record.slug': 'Última parte do endereço público do registo.',
  'venue.record.json_ld':
    'O registo como dados estruturados de schema.org em JSON-LD; presente apenas quando é lido um único registo.',
  'venue.record.description': 'Descrição completa em HTML; ausente se estiver vazia.',
  'venue.record.excerpt': 'Resumo breve em HTML; ausente se estiver vazio.',
  'venue.record.image': 'Imagem de destaque; ausente se não existir.',
  'venue.record.phone': 'Número de telefone; ausente se estiver vazio.',
  'venue.record.website': 'Endereço do website; ausente se estiver vazio.',
  'venue.record.venue': 'Nome do local; `&`, `<` e `>` são escritos como entidades HTML.',
  'venue.record.address': 'Rua e número; ausentes se estiverem vazios.',
  'venue.record.city': 'Cidade ou localidade; ausente se estiver vazia.',
  'venue.record.country': 'Nome do país; ausente se estiver vazio.',
  'venue.record.province': 'Província; ausente se estiver vazia.',
  'venue.record.state': 'Estado federado; ausente se estiver vazio.',
  'venue.record.zip': 'Código postal; ausente se estiver vazio.',
  'venue.record.stateprovince': 'Estado federado ou província, conforme o país; ausente se estiver vazio.',
  'venue.record.geo_lat': 'Latitude em graus decimais; ausente quando o local não tem coordenadas.',
  'venue.record.geo_lng': 'Longitude em graus decimais; ausente quando o local não tem coordenadas.',
  'venue.record.show_map': 'Indica se os eventos ligados a este local mostram um mapa.',
  'venue.record.show_map_link': 'Indica se os eventos ligados a este local mostram uma ligação para um mapa.',

  'venue.operation.list': 'Listar locais',
  'venue.operation.create': 'Criar um local',
  'venue.operation.read': 'Ler um local',
  'venue.operation.update': 'Alterar um local',
  'venue.operation.delete': 'Eliminar um local',
  'venue.operation.read_by_slug': 'Ler um local por slug',
  'venue.operation.update_by_slug': 'Alterar um local por slug',
  'venue.operation.delete_by_slug': 'Eliminar um local por slug',

  'organizer.filter.status':
    'Apenas registos com um destes estados, em array ou separados por vírgulas: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Valor predefinido: tudo o que o autor do pedido pode ler fora do lixo; os pedidos anónimos só podem indicar `publish`.',
  'organizer.filter.search':
    'Apenas organizadores em que um mesmo campo (nome, descrição, resumo, telefone, website ou e-mail) contém todas as palavras indicadas, sem distinguir maiúsculas nem acentos; no máximo 200 caracteres.',
  'organizer.filter.event': 'Apenas registos ligados ao evento com este id. Um id desconhecido é um erro.',
  'organizer.filter.has_events':
    '`true`: apenas registos ligados a pelo menos um evento; `false`: apenas os que não têm eventos.',
  'organizer.filter.only_with_upcoming':
    '`true`: apenas registos ligados a pelo menos um evento que começa agora ou mais tarde; valor predefinido: `false`.',

  'organizer.path.id': 'Id do registo: um ou mais algarismos decimais.',
  'organizer.path.slug': 'Slug do registo; não se distinguem maiúsculas de minúsculas.',

  'organizer.field.author':
    'Id do utilizador registado como autor; valor predefinido: o autor do pedido. Indicar outro utilizador exige o direito de editar registos de terceiros.',
  'organizer.field.date':
    'Data de publicação, lida no fuso horário do site, salvo se indicar um desvio; valor predefinido: agora. Se for futura, um registo a publicar é agendado para esse momento.',
  'organizer.field.date_utc': 'Data de publicação em UTC; pode ser enviada em vez de `date`.',
  'organizer.field.description': 'Descrição completa em HTML; a marcação insegura é removida e um valor vazio apaga-a.',
  'organizer.field.excerpt': 'Resumo breve em HTML; a marcação insegura é removida e um valor vazio apaga-o.',
  'organizer.field.status':
    'Estado do registo: `publish`, `future`, `draft`, `pending`, `private` ou `trash`. Valor predefinido na criação: `publish`, ou `draft` quando o autor do pedido não pode publicar.',
  'organizer.field.image':
    'Imagem de destaque: o id de uma imagem carregada ou um URL http(s) de onde é obtida. Um valor vazio remove a imagem.',
  'organizer.field.website': 'URL absoluto do website; um valor vazio apaga-o.',
  'organizer.field.phone': 'Número de telefone em texto livre; um valor vazio apaga-o.',
  'organizer.field.organizer': 'Nome do organizador em texto simples; obrigatório na criação.',
  'organizer.field.email': 'Endereço de e-mail do organizador; um valor vazio apaga-o.',

  'organizer.record.id': 'Id do registo, único entre eventos, locais, organizadores e imagens.',
  'organizer.record.global_id': 'Identificador do registo entre sites: anfitrião e caminho do site, seguidos do id.',
  'organizer.record.global_id_lineage': 'Todos os identificadores globais que o registo teve, a começar pelo atual.',
  'organizer.record.author': 'Id do autor como cadeia de algarismos.',
  'organizer.record.status': 'Estado do registo: `publish`, `future`, `draft`, `pending`, `private` ou `trash`.',
  'organizer.record.date': 'Data de publicação no fuso horário do site, como `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.date_utc':
    'Data de publicação em UTC, como `YYYY-MM-DD HH:MM:SS`; só zeros enquanto um registo não publicado não tiver data.',
  'organizer.record.modified': 'Momento da última alteração no fuso horário do site, como `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.modified_utc': 'Momento da última alteração em UTC, como `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.url': 'Endereço da página pública do registo.',
  'organizer.record.slug': 'Última parte do endereço público do registo.',
  'organizer.record.json_ld':
    'O registo como dados estruturados de schema.org em JSON-LD; presente apenas quando é lido um único registo.',
  'organizer.record.description': 'Descrição completa em HTML; ausente se estiver vazia.',
  'organizer.record.excerpt': 'Resumo breve em HTML; ausente se estiver vazio.',
  'organizer.record.image': 'Imagem de destaque; ausente se não existir.',
  'organizer.record.phone': 'Número de telefone; ausente se estiver vazio.',
  'organizer.record.website': 'Endereço do website; ausente se estiver vazio.',
  'organizer.record.organizer': 'Nome do organizador; `&`, `<` e `>` são escritos como entidades HTML.',
  'organizer.record.email': 'Endereço de e-mail do organizador; ausente se estiver vazio.',

  'organizer.operation.list': 'Listar organizadores',
  'organizer.operation.create': 'Criar um organizador',
  'organizer.operation.read': 'Ler um organizador',
  'organizer.operation.update': 'Alterar um organizador',
  'organizer.operation.delete': 'Eliminar um organizador',
  'organizer.operation.read_by_slug': 'Ler um organizador por slug',
  'organizer.operation.update_by_slug': 'Alterar um organizador por slug',
  'organizer.operation.delete_by_slug': 'Eliminar um organizador por slug',

  'category.filter.search':
    'Apenas termos cujo nome ou slug contém este texto, sem distinguir maiúsculas; no máximo 200 caracteres.',
  'category.filter.exclude': 'Omite os termos com estes ids, em array ou separados por vírgulas.',
  'category.filter.include': 'Apenas os termos com estes ids, em array ou separados por vírgulas.',
  'category.filter.order': 'Sentido da ordenação: `asc` (ascendente, valor predefinido) ou `desc` (descendente).',
  'category.filter.orderby':
    'Atributo do termo pelo qual a lista é ordenada, como `name`, `id`, `slug` ou `count`; valor predefinido: `name`.',
  'category.filter.hide_empty':
    '`true`: omite os termos que nenhum evento publicado tem; `false`: inclui-os também. Valor predefinido: `true`.',
  'category.filter.parent': 'Apenas as filhas diretas da categoria com este id.',
  'category.filter.post':
    'Apenas termos atribuídos ao evento com este id. Nome antigo de `event`, que prevalece quando ambos são enviados.',
  'category.filter.event': 'Apenas termos atribuídos ao evento com este id; o mesmo filtro que `post`.',
  'category.filter.slug': 'Apenas o termo com exatamente este slug.',

  'category.path.id': 'Id do registo: um ou mais algarismos decimais.',

  'category.field.name': 'Nome do termo em texto simples; obrigatório na criação.',
  'category.field.description': 'Descrição do termo; um valor vazio apaga-a.',
  'category.field.slug':
    'Última parte do endereço do termo; formada a partir do nome quando não é enviada na criação ou é enviada vazia.',
  'category.field.parent': 'Id da categoria superior; `0` ou um valor vazio torna-a uma categoria de primeiro nível.',

  'category.record.id': 'Id do termo, único entre categorias e etiquetas.',
  'category.record.count': 'Número de eventos publicados que têm o termo.',
  'category.record.description': 'Descrição do termo; pode estar vazia.',
  'category.record.name': 'Nome do termo; `&`, `<` e `>` são escritos como entidades HTML.',
  'category.record.slug': 'Última parte do endereço público do termo.',
  'category.record.taxonomy': 'Tipo de termo: `tribe_events_cat` para categorias, `post_tag` para etiquetas.',
  'category.record.parent': 'Id da categoria superior; 0 no primeiro nível.',
  'category.record.meta': 'Dados adicionais do termo; aqui sempre um array vazio.',
  'category.record.url': 'Endereço da página pública com os eventos do termo.',
  'category.record.urls': 'Endereços do termo nesta interface.',
  'category.record._links':
    'Endereços relacionados por tipo de relação; presentes apenas quando um único termo é lido, criado ou alterado.',

  'category.operation.list': 'Listar categorias',
  'category.operation.create': 'Criar uma categoria',
  'category.operation.read': 'Ler uma categoria',
  'category.operation.update': 'Alterar uma categoria',
  'category.operation.delete': 'Eliminar definitivamente uma categoria',

  'tag.filter.search':
    'Apenas termos cujo nome ou slug contém este texto, sem distinguir maiúsculas; no máximo 200 caracteres.',
  'tag.filter.exclude': 'Omite os termos com estes ids, em array ou separados por vírgulas.',
  'tag.filter.include': 'Apenas os termos com estes ids, em array ou separados por vírgulas.',
  'tag.filter.order': 'Sentido da ordenação: `asc` (ascendente, valor predefinido) ou `desc` (descendente).',
  'tag.filter.orderby':
    'Atributo do termo pelo qual a lista é ordenada, como `name`, `id`, `slug` ou `count`; valor predefinido: `name`.',
  'tag.filter.hide_empty':
    '`true`: omite os termos que nenhum evento publicado tem; `false`: inclui-os também. Valor predefinido: `true`.',
  'tag.filter.post':
    'Apenas termos atribuídos ao evento com este id. Nome antigo de `event`, que prevalece quando ambos são enviados.',
  'tag.filter.event': 'Apenas termos atribuídos ao evento com este id; o mesmo filtro que `post`.',
  'tag.filter.slug': 'Apenas o termo com exatamente este slug.',

  'tag.path.id': 'Id do registo: um ou mais algarismos decimais.',

  'tag.field.name': 'Nome do termo em texto simples; obrigatório na criação.',
  'tag.field.description': 'Descrição do termo; um valor vazio apaga-a.',
  'tag.field.slug':
    'Última parte do endereço do termo; formada a partir do nome quando não é enviada na criação ou é enviada vazia.',

  'tag.record.id': 'Id do termo, único entre categorias e etiquetas.',
  'tag.record.count': 'Número de eventos publicados que têm o termo.',
  'tag.record.description': 'Descrição do termo; pode estar vazia.',
  'tag.record.name': 'Nome do termo; `&`, `<` e `>` são escritos como entidades HTML.',
  'tag.record.slug': 'Última parte do endereço público do termo.',
  'tag.record.taxonomy': 'Tipo de termo: `tribe_events_cat` para categorias, `post_tag` para etiquetas.',
  'tag.record.meta': 'Dados adicionais do termo; aqui sempre um array vazio.',
  'tag.record.url': 'Endereço da página pública com os eventos do termo.',
  'tag.record.urls': 'Endereços do termo nesta interface.',
  'tag.record._links':
    'Endereços relacionados por tipo de relação; presentes apenas quando um único termo é lido, criado ou alterado.',

  'tag.operation.list': 'Listar etiquetas',
  'tag.operation.create': 'Criar uma etiqueta',
  'tag.operation.read': 'Ler uma etiqueta',
  'tag.operation.update': 'Alterar uma etiqueta',
  'tag.operation.delete': 'Eliminar definitivamente uma etiqueta',

  'attachment.filter.search':
    'Apenas imagens em cujo título, legenda ou texto alternativo ocorre cada palavra indicada, sem distinguir maiúsculas nem acentos; no máximo 200 caracteres.',
  'attachment.filter.include': 'Apenas as imagens com estes ids, em array ou separados por vírgulas.',
  'attachment.filter.exclude': 'Omite as imagens com estes ids, em array ou separados por vírgulas.',
  'attachment.filter.author':
    'Apenas imagens adicionadas pelos utilizadores com estes ids, em array ou separados por vírgulas.',
  'attachment.filter.per_page': 'Número de imagens por página, de 1 a 100; valor predefinido: 10.',
  'attachment.filter.offset': 'Número de imagens a omitir antes da primeira; substitui `page`.',
  'attachment.filter.slug':
    'Apenas as imagens com estes slugs (nomes dos seus ficheiros sem a extensão), em array ou separados por vírgulas.',
  'attachment.filter.parent':
    'Apenas imagens que pertencem ao registo com este id. Aqui as imagens não pertencem a nenhum registo: `0` mantém todas, qualquer outro id nenhuma.',
  'attachment.filter.media_type':
    'Apenas ficheiros deste género: `image` mantém todos; `video`, `text`, `application` e `audio` nenhum.',
  'attachment.filter.mime_type': 'Apenas imagens deste tipo de média, como `image/png`.',
  'attachment.filter.status': '`inherit` ou `any`; ambos mantêm todas as imagens.',
  'attachment.filter.after': 'Apenas imagens adicionadas depois desta data.',
  'attachment.filter.before': 'Apenas imagens adicionadas antes desta data.',
  'attachment.filter.order': 'Sentido da ordenação: `asc` (ascendente) ou `desc` (descendente, o valor predefinido).',
  'attachment.filter.orderby':
    'Critério de ordenação: `date` (o predefinido), `relevance` (igual a `date`), `id`, `author`, `modified` ou `include` (a ordem dessa lista).',

  'attachment.path.id': 'Id da imagem: um ou mais algarismos decimais.',

  'attachment.field.file':
    'A imagem: um ficheiro JPEG, PNG, GIF, WebP ou AVIF com, no máximo, 10 MiB e 40 megapíxeis, contando todos os fotogramas. É guardada sem os seus metadados.',
  'attachment.field.title':
    'Título em texto simples, ou um objeto com `raw` ou `rendered`; valor predefinido na criação: o nome do ficheiro sem a extensão. Um valor vazio apaga-o.',
  'attachment.field.caption':
    'Legenda da imagem em HTML, ou um objeto com `raw` ou `rendered`; a marcação insegura é removida e um valor vazio apaga-a.',
  'attachment.field.alt_text':
    'Texto simples que substitui a imagem onde esta não pode ser vista; um valor vazio apaga-o.',
  'attachment.field.description':
    'Descrição em HTML, ou um objeto com `raw` ou `rendered`; a marcação insegura é removida e um valor vazio apaga-a.',

  'attachment.record.id': 'Id da imagem, único entre eventos, locais, organizadores e imagens.',
  'attachment.record.date':
    'Momento em que a imagem foi adicionada, no fuso horário do site, como `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.date_gmt': 'Momento em que a imagem foi adicionada, em UTC, como `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.guid': 'Endereço da imagem em tamanho completo, que é também o seu identificador.',
  'attachment.record.modified': 'Momento da última alteração no fuso horário do site, como `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.modified_gmt': 'Momento da última alteração em UTC, como `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.slug': 'Nome do ficheiro guardado, sem a extensão.',
  'attachment.record.status': 'Sempre `inherit`.',
  'attachment.record.type': 'Sempre `attachment`.',
  'attachment.record.link': 'Endereço da imagem em tamanho completo; as imagens não têm página própria.',
  'attachment.record.title': 'Título da imagem.',
  'attachment.record.author': 'Id do utilizador que adicionou a imagem.',
  'attachment.record.caption': 'Legenda da imagem; pode estar vazia.',
  'attachment.record.description': 'Descrição da imagem; pode estar vazia.',
  'attachment.record.alt_text': 'Texto que substitui a imagem onde esta não pode ser vista; vazio quando não existe.',
  'attachment.record.media_type': 'Sempre `image`.',
  'attachment.record.mime_type': 'Tipo de média da imagem, como `image/png`.',
  'attachment.record.media_details':
    'Medidas da imagem e das suas versões mais pequenas; quando as há, `sizes` contém também o tamanho completo como `full`.',
  'attachment.record.source_url': 'Endereço da imagem em tamanho completo.',
  'attachment.record._links': 'Endereços da imagem e da lista de imagens nesta interface.',

  'attachment.operation.list': 'Listar imagens',
  'attachment.operation.create': 'Carregar uma imagem',
  'attachment.operation.read': 'Ler os dados de uma imagem',
  'attachment.operation.update': 'Alterar os textos de uma imagem; os campos não enviados mantêm-se',
  'attachment.operation.delete': 'Eliminar definitivamente uma imagem e removê-la de todos os registos que a mostram',

  'attachment.deleted.deleted': 'Sempre `true`.',
  'attachment.deleted.previous': 'A imagem tal como era antes da eliminação.',

  'attachment.urls.self': 'Endereço da imagem nesta interface.',
  'attachment.urls.collection': 'Endereço da lista de imagens.',

  'rendered.raw': 'O texto tal como deve ser guardado; prevalece sobre `rendered`.',
  'rendered.rendered': 'O texto em HTML.',

  'delete.force':
    '`true`: elimina definitivamente o registo em vez de o mover para o lixo; valor predefinido: `false`. As categorias e as etiquetas são sempre eliminadas definitivamente; as imagens, para as quais não existe lixo, só são eliminadas com `true`.',

  'index.namespace': 'Espaço de nomes a descrever; só é aceite o desta interface, que é também o valor predefinido.',
  'index.context': 'Âmbito da descrição; valor predefinido: `view`. Outros valores são aceites e não alteram nada.',
  'index.operation': 'Descrever as rotas deste espaço de nomes',

  'about.list':
    'Devolve uma página dos registos que os filtros mantêm e que quem chama pode ler; o cabeçalho `Link` indica as outras páginas.',
  'event.about.list':
    'Devolve os eventos que começam a partir de ontem e durante 24 meses, por ordem de início, salvo se forem enviados filtros de data. `next_rest_url` e o cabeçalho `Link` indicam as outras páginas.',
  'about.create':
    'Devolve o registo tal como foi guardado e indica o seu endereço em `Location`. Um pedido repetido com a mesma `Idempotency-Key` não cria mais nada.',
  'event.about.create':
    'Os locais, organizadores, categorias e etiquetas são indicados pelo id ou criados juntamente com o evento. Um pedido repetido com a mesma `Idempotency-Key` não cria mais nada.',
  'attachment.about.create':
    'O corpo é o próprio ficheiro, com o seu tipo de média e o seu nome em `Content-Disposition`, ou um formulário com a parte `file`.',
  'about.read':
    'O `ETag` da resposta pode ser reenviado em `If-Match`, para não substituir um registo que entretanto mudou.',
  'about.update': 'POST, PUT e PATCH fazem o mesmo: alteram os campos enviados e mantêm todos os outros.',
  'about.delete': 'Move o registo para o lixo; com `force=true` é eliminado definitivamente.',
  'category.about.delete':
    'Os seus eventos permanecem e perdem a categoria; as suas subcategorias sobem para a categoria superior.',
  'tag.about.delete': 'Os seus eventos permanecem e perdem a etiqueta.',
  'attachment.about.delete': 'As imagens não têm lixo, pelo que é necessário `force=true`.',
  'about.index': 'Indica cada rota com os seus métodos e parâmetros; a língua do endereço é a das descrições.',
  'about.doc': 'A resposta é um documento OpenAPI; a língua do endereço é a das suas descrições.',

  'doc.operation': 'Ler esta documentação',
  'doc.title': 'Interface do calendário de eventos',
  'doc.description':
    'Lê e escreve eventos, locais, organizadores, categorias e etiquetas. As datas podem ser enviadas como `YYYY-MM-DD`, `YYYY-MM-DD HH:MM:SS`, ISO 8601, marcas temporais Unix ou expressões inglesas como `next wednesday 4pm`; uma alteração muda apenas os campos enviados.',

  'group.event': 'Eventos',
  'group.venue': 'Locais',
  'group.organizer': 'Organizadores',
  'group.category': 'Categorias',
  'group.tag': 'Etiquetas',
  'group.attachment': 'Imagens',
  'group.index': 'Descrição da interface',

  'global._fields':
    'Nomes dos campos a devolver, em array ou separados por vírgulas; os caminhos com pontos como `image.url` chegam ao interior dos objetos.',
  'global._envelope':
    'Envolve a resposta num objeto com `body`, `status` e `headers`; o estado HTTP é então sempre 200.',
  'global._method':
    'Num pedido POST, o método a aplicar em seu lugar, como `PUT` ou `DELETE`; o cabeçalho `X-HTTP-Method-Override` tem o mesmo efeito.',

  'header.if_match': 'ETag que o registo ainda deve ter; se tiver mudado, a resposta é 412 e nada é escrito.',
  'header.if_none_match': 'ETag da cópia que o cliente já possui; se ainda estiver atual, a resposta é 304 sem corpo.',
  'header.idempotency_key':
    'Chave escolhida pelo cliente que torna segura a repetição de um pedido POST: a mesma chave com o mesmo corpo é executada uma só vez e recebe a mesma resposta.',
  'header.x_tec_total': 'Número de registos de todas as páginas que satisfazem os filtros.',
  'header.x_tec_totalpages': 'Número de páginas com o tamanho de página atual.',
  'header.link': 'Endereços de outras páginas da lista por relação: `next`, `prev`, `first` e `last` (RFC 8288).',
  'header.etag': 'Identifica a versão atual do registo ou da resposta, para usar em `If-Match` e `If-None-Match`.',
  'header.location': 'Endereço do novo registo nesta interface.',
  'header.retry_after': 'Número de segundos após os quais se pode tentar de novo.',

  'security.basic':
    'HTTP Basic com um nome de utilizador e uma palavra-passe de aplicação, na qual os espaços não contam.',
  'security.bearer': 'Apenas a palavra-passe de aplicação, como token de portador.',

  'date_details.year': 'Ano com quatro algarismos.',
  'date_details.month': 'Mês, de `01` a `12`.',
  'date_details.day': 'Dia do mês, de `01` a `31`.',
  'date_details.hour': 'Hora, de `00` a `23`.',
  'date_details.minutes': 'Minutos, de `00` a `59`.',
  'date_details.seconds': 'Segundos, de `00` a `59`.',

  'cost_details.currency_symbol': 'Símbolo da moeda do preço; vazio quando não foi indicado.',
  'cost_details.currency_code': 'Código da moeda segundo a ISO 4217; vazio quando é desconhecido.',
  'cost_details.currency_position':
    'Posição do símbolo da moeda: `prefix` antes do valor, `postfix` depois; vazia quando não foi indicado nenhum símbolo.',
  'cost_details.values': 'Cada um dos valores como cadeia de texto, por ordem ascendente.',

  'image.url': 'Endereço da imagem em tamanho completo.',
  'image.id': 'Id da imagem.',
  'image.extension': 'Extensão do nome do ficheiro, como `png`.',
  'image.width': 'Largura da imagem em tamanho completo, em píxeis.',
  'image.height': 'Altura da imagem em tamanho completo, em píxeis.',
  'image.filesize': 'Tamanho do ficheiro da imagem completa, em bytes.',
  'image.sizes': 'As versões mais pequenas da imagem, pelo nome do seu tamanho.',
  'image.file': 'Caminho do ficheiro em tamanho completo na biblioteca de imagens.',

  'image_size.width': 'Largura desta versão em píxeis.',
  'image_size.height': 'Altura desta versão em píxeis.',
  'image_size.mime_type': 'Tipo de média desta versão, como `image/png`.',
  'image_size.filesize': 'Tamanho do ficheiro desta versão em bytes.',
  'image_size.url': 'Endereço desta versão.',
  'image_size.source_url': 'Endereço desta versão.',
  'image_size.file': 'Nome do ficheiro desta versão.',

  'term.id': 'Id do termo, único entre categorias e etiquetas.',
  'term.count': 'Número de eventos publicados que têm o termo.',
  'term.description': 'Descrição do termo; pode estar vazia.',
  'term.name': 'Nome do termo; `&`, `<` e `>` são escritos como entidades HTML.',
  'term.slug': 'Última parte do endereço público do termo.',
  'term.taxonomy': 'Tipo de termo: `tribe_events_cat` para categorias, `post_tag` para etiquetas.',
  'term.parent': 'Id da categoria superior; 0 no primeiro nível.',
  'term.urls': 'Endereços do termo nesta interface.',
  'term.term_group': 'Número do grupo de termos com o mesmo significado; 0 quando não há nenhum.',
  'term.term_taxonomy_id': 'Id do termo dentro da sua taxonomia.',
  'term.filter': 'Forma em que os textos do termo são dados; sempre `raw`.',

  'term_urls.self': 'Endereço deste termo.',
  'term_urls.collection': 'Endereço da lista a que este termo pertence.',
  'term_urls.up': 'Endereço da categoria superior; ausente no primeiro nível.',

  'link.href': 'Endereço a que conduz a relação.',
  'custom_field.label': 'Nome do campo tal como as pessoas o leem.',
  'custom_field.value': 'Conteúdo do campo.',

  'error.code': 'Código do erro para programas; não depende da língua.',
  'error.message': 'Explicação do erro para pessoas.',
  'error.data': 'Mais pormenores do erro.',
  'error.status': 'Estado HTTP da resposta.',
  'error.params': 'Os parâmetros em falta ou errados: os nomes dos que faltam, ou cada um dos inválidos com o motivo.',
  'error.details': 'Para os parâmetros inválidos, quando conhecidos, um código e uma mensagem próprios.',

  'response.200': 'O pedido foi executado; o corpo contém o resultado.',
  'response.201': 'O registo foi criado; o corpo contém-no e o cabeçalho `Location` indica o seu endereço.',
  'response.304': 'A cópia do cliente ainda está atual; a resposta não tem corpo.',
  'response.400': 'O pedido está mal formado, ou um parâmetro falta ou é inválido; o erro nomeia cada um dos afetados.',
  'response.401': 'São necessárias credenciais, ou as enviadas não são válidas.',
  'response.403': 'O autor do pedido é conhecido mas não tem o direito de o fazer, ou o registo não lhe é acessível.',
  'response.404': 'Esse registo, página, espaço de nomes ou rota não existe.',
  'response.410': 'O registo já está no lixo.',
  'response.412': 'O registo mudou desde o ETag enviado em `If-Match`; nada foi escrito.',
  'response.413': 'O corpo do pedido é maior do que o permitido.',
  'response.414': 'O endereço do pedido é mais longo do que o permitido.',
  'response.415': 'O corpo tem um tipo de média não suportado.',
  'response.422': 'O pedido está bem formado, mas não pode ser executado com este conteúdo.',
  'response.429': 'Demasiados pedidos em pouco tempo; o cabeçalho `Retry-After` indica quando tentar de novo.',
  'response.431': 'Os cabeçalhos do pedido são maiores do que o permitido.',
  'response.500': 'O servidor não conseguiu executar o pedido; a falha não é do cliente.',
  'response.503':
    'O servidor está momentaneamente sobrecarregado ou sem a sua base de dados; o cabeçalho `Retry-After` indica quando tentar de novo.',
  'response.507':
    'O disco do servidor está cheio e nada foi escrito; o cabeçalho `Retry-After` indica quando tentar de novo.',
}
